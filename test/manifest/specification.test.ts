import assert from 'node:assert/strict';
import { readSpecifications, readTitles } from '../tooling/specification.mjs';

describe('The specifications and their tests', () => {
  it('name each other: no title claims what is in no specification, and all that one asks for has a test', async () => {
    const items = (await readSpecifications()).map(({ tag }) => tag);
    const tags = new Set((await readTitles()).map(({ tag }) => tag));
    assert.deepEqual(
      [...tags].filter((tag) => !items.includes(tag)),
      [],
    );
    // A fault that was found gets its test with its mend.
    assert.deepEqual(
      items.filter((tag) => !tags.has(tag) && !tag.startsWith('L-')),
      [],
    );
  });

  it('are read whole: every criterion, and of the designs every class, type, template and row', async () => {
    const items = (await readSpecifications()).map(({ tag }) => tag);
    assert.equal(new Set(items).size, items.length, 'one tag, one item');
    const count = (pattern: RegExp): number => items.filter((tag) => pattern.test(tag)).length;
    assert.deepEqual([count(/^1-R\d/), count(/^2-R\d/), count(/^3-R\d/)], [33, 30, 25]);
    assert.deepEqual([count(/^1-INV-/), count(/^1-P\d/), count(/^2-P\d/)], [5, 3, 7]);
    assert.deepEqual(
      items.filter((tag) => /^1-[A-Z]\w+(\.|$)/.test(tag) && !/^1-[RPT]\d/.test(tag)),
      [
        '1-ArtifactContentRouter.constructor',
        '1-ArtifactContentRouter.routeContent',
        '1-ArtifactContentRouter.detectBinaryType',
        '1-ArtifactContentRouter.hasCapability',
        '1-ArtifactContentRouter.formatImageUrl',
        '1-ArtifactContentRouter.generateTextDescription',
        '1-ToolExecutor._executeGetArtifact',
        '1-LlmHandler._processToolCall',
        '1-LlmHandler._formatArtifactToolResponse',
        '1-BinaryDetector.detectBinaryType',
        '1-Runtime.init',
        '1-ContentRouteResult',
        '1-ArtifactContentRouter._getFriendlyTypeName',
      ],
    );
    assert.deepEqual(
      items.filter((tag) => /^2-[A-Z]\w+(\.|$)/.test(tag) && !/^2-[RPT]\d/.test(tag)),
      [
        '2-ModelCapabilities',
        '2-CapabilityType',
        '2-LlmServiceConfig',
        '2-LlmServiceRegistry.hasCapability',
        '2-LlmServiceRegistry.getCapabilities',
        '2-LlmServiceRegistry.getServicesByCapability',
        '2-RoutingResult',
        '2-AttachmentInfo',
        '2-CapabilityRouter.constructor',
        '2-CapabilityRouter.routeContent',
        '2-CapabilityRouter.getRequiredCapabilities',
        '2-AdaptedContent',
        '2-ContentAdapter.constructor',
        '2-ContentAdapter.adaptToText',
        '2-ContentAdapter.adaptMultiple',
        '2-ContentAdapter.findCapableAgents',
      ],
    );
    assert.deepEqual([count(/^1-T\d/), count(/^2-T\d/), count(/^1-MAP-/)], [7, 2, 6]);
    assert.deepEqual([count(/^1-ERR-/), count(/^2-ERR-/), count(/^1-SEC-/), count(/^1-PERF-/)], [5, 4, 3, 2]);
  });
});
