import assert from 'node:assert/strict';
import { LlmServiceRegistry } from '../../../src/core/models/registry.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { blockAfter } from '../../support/design.ts';

describe('The configurations of the designs', () => {
  for (const [tag, design, line] of [
    ['[1-T7]', 1, '### 配置要求'],
    ['[2-T1]', 2, '### 配置文件示例'],
  ] as const) {
    it(`${tag} load as they stand, with their capabilities and without a problem that keeps one out`, () => {
      const text = blockAfter(design, line);
      const { services } = JSON.parse(text) as { services: { id: string; capabilities: object }[] };
      const { problems } = validateServices(text);
      assert.deepEqual(
        problems.filter(({ severity }) => severity !== 'information'),
        [],
      );
      const registry = new LlmServiceRegistry({ fs: new NodeFileSystem(), configDir: '/nowhere' });
      registry.loadText(text);
      assert.deepEqual(registry.getServices(), services);
      for (const { id, capabilities } of services) assert.deepEqual(registry.getCapabilities(id), capabilities);
    });
  }
});
