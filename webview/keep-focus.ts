/**
 * Puts the focus back where it was when the page gets it again. A browser forgets that place as soon as something outside of
 * the frame has the focus: an input of VS Code, the side bar, another editor.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let isPressed = false;
  // captured: nothing on the page keeps them from being seen
  const listen = (types: readonly string[], listener: (event: Event) => void): void =>
    types.forEach((type) => document.addEventListener(type, listener, { capture: true }));
  listen(['pointerdown'], () => (isPressed = true));
  listen(['pointerup', 'pointercancel', 'keydown'], () => (isPressed = false));
  listen(['focusout'], (event) => {
    const [target] = event.composedPath();
    // who presses somewhere takes the focus there, or away
    last = !isPressed && target instanceof HTMLElement ? target : null;
  });
  window.addEventListener('blur', () => (isPressed = false));
  window.addEventListener('focus', () =>
    requestAnimationFrame(() => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      // A frame later, for the event may be late: what has opened meanwhile, the command palette, keeps the focus.
      if (isNowhere && document.hasFocus() && last?.isConnected === true) last.focus({ preventScroll: true });
    }),
  );
}
