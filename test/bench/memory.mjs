/** Reads artifact 1, reads and routes it, or lists the first page, and prints the most bytes the process ever held: node memory.mjs read|route|page FOLDER */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { mostMemoryHeld } from './held-memory.mjs';

const [what, folder = ''] = process.argv.slice(2);
const core = await import(pathToFileURL(path.resolve(import.meta.dirname, '../../out/bench/core.mjs')).href);
const detector = new core.BinaryDetector();
const store = new core.ArtifactStore({
  fs: new core.NodeFileSystem(),
  artifactsDir: folder,
  workspacesDir: folder,
  detector,
  maxContentBytes: Infinity,
});
const router = new core.ArtifactContentRouter({
  serviceRegistry: { hasCapability: () => true, getServiceById: () => ({}) },
  binaryDetector: detector,
  maxContentBytes: Infinity,
});
const artifact = what === 'page' ? await store.list({ limit: 500 }) : await store.getArtifact('1');
if (what === 'route') {
  const { imageUrl } = await router.routeContent(artifact, 'all');
  if (imageUrl.image_url.url.length < artifact.content.length) throw new Error('Something is missing.');
}
console.log(mostMemoryHeld());
