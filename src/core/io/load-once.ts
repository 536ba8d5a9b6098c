/**
 * What is loaded when it is first asked for, and then kept. What could not be loaded is tried again the next time.
 *
 * @returns a function that gives what is loaded, with `started`: that, as far as somebody has asked for it
 */
export function loadOnce<Loaded>(
  load: () => Promise<Loaded>,
): (() => Promise<Loaded>) & { readonly started: () => Promise<Loaded> | undefined } {
  let loaded: Promise<Loaded> | undefined;
  const get = (): Promise<Loaded> =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(get, { started: () => loaded });
}
