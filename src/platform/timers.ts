/** Settles after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Runs something every so many milliseconds, until the function that is returned is called. Keeps no process from ending. */
export function every(milliseconds: number, action: () => void): () => void {
  const timer: unknown = setInterval(action, milliseconds);
  // In a browser a timer is a number, and nothing waits for it.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
  return () => clearInterval(timer as Parameters<typeof clearInterval>[0]);
}
