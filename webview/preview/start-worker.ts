/**
 * The address of a file of the extension. All of them lie beside the page's script, which is the only one it has.
 *
 * @param name relative to dist/webview
 */
export function assetAddress(name: string): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? import.meta.url;
  return new URL(name, script).href;
}

const scripts = new Map<string, Promise<Blob>>();

/**
 * Starts a worker from a file of the extension, which is read once. The page's origin is not that of its files, so no worker
 * may be started from their address; from a copy it may.
 *
 * @param name the file in dist/webview: one ES module without imports, because the copy has no neighbouring files
 * @throws when the file cannot be read. A worker that fails to start says so by its `error` event only.
 */
export async function startWorker(name: string): Promise<Worker> {
  const script = scripts.get(name) ?? read(name);
  scripts.set(name, script);
  // What could not be read is tried again for the next worker.
  script.catch(() => scripts.delete(name));
  const address = URL.createObjectURL(await script);
  try {
    return new Worker(address, { type: 'module' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function read(name: string): Promise<Blob> {
  const response = await fetch(assetAddress(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Blob([await response.blob()], { type: 'text/javascript' });
}
