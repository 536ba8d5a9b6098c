import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readMediaFacts } from '../../../src/core/content/read-media-facts.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { looksLikeApiKey } from '../../../src/core/models/api-key.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { proposeCapabilities } from '../../../src/core/models/catalogue/propose-capabilities.ts';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { variableIn } from '../../../src/core/verify/target.ts';
import { apiOfService } from '../../../src/core/wire/service-api.ts';
import { estimateMediaTokens } from '../../../src/core/wire/tokens/media-tokens.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { createSampleRoot } from '../../../src/sample/sample-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const media = path.resolve(import.meta.dirname, '../../../media/sample');

describe('The sample data root', () => {
  const fs = new NodeFileSystem();
  let root: string;
  let services: LlmServiceRegistry;

  before(async () => {
    root = path.join(await temporaryFolder(), 'sample');
    await createSampleRoot(root, { fs, readAsset: (name) => readFile(path.join(media, name)) });
    services = new LlmServiceRegistry({ fs, configDir: path.join(root, 'config') });
    await services.load();
  });

  const configText = () => readFile(path.join(root, 'config/llmservices.json'), 'utf8');

  it('[E-23] has services of GPT, Claude and Gemini, each at its maker’s address, without keys and without problems', async () => {
    const { entries, problems } = validateServices(await configText());
    assert.deepEqual([...problems, ...entries.flatMap((entry) => entry.problems)], []);
    const apis = services.getServices().map((service) => [service.model?.split('-')[0], apiOfService(service).api]);
    assert.deepEqual(apis.slice(0, 3), [
      ['gpt', 'openai-chat'],
      ['claude', 'anthropic'],
      ['gemini', 'gemini'],
    ]);
    for (const { apiKey = '' } of services.getServices()) {
      assert.ok(apiKey === 'NOT_NEEDED' || variableIn(apiKey) !== undefined, apiKey);
      assert.equal(looksLikeApiKey(apiKey), false);
    }
  });

  it('[E-23] declares of them what the catalogue knows', async () => {
    const catalogue = await loadCatalogue();
    const { entries } = validateServices(await configText());
    assert.deepEqual(
      entries.slice(0, 3).map((entry) => proposeCapabilities(entry, catalogue).kind),
      ['agrees', 'agrees', 'agrees'],
    );
  });

  it('[E-23] its first picture goes to the service that a preview begins with as an image, and costs tokens that are known', async () => {
    const artifactsDir = path.join(root, 'data/runtime/artifacts');
    const store = new ArtifactStore({ fs, artifactsDir, workspacesDir: path.join(root, 'data/runtime/workspaces') });
    const { items } = await store.list({ limit: 5 });
    const first = items.find(({ mimeType }) => mimeType?.startsWith('image/'));
    const artifact = await store.getArtifact(first?.id ?? '');
    assert.ok(artifact && artifact.content instanceof Uint8Array);
    const { content } = artifact;
    const router = new ArtifactContentRouter({ serviceRegistry: services });
    const facts = await readMediaFacts(content, { mimeType: 'image/png' });
    for (const service of services.getServices().slice(0, 3)) {
      assert.equal((await router.routeContent(artifact, service.id)).routing, 'image_url', service.id);
      const tokens = estimateMediaTokens(facts, { api: apiOfService(service).api, model: service.model });
      assert.ok((tokens?.low ?? 0) > 100, service.id);
    }
  });
});
