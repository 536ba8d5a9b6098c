import assert from 'node:assert/strict';
import { mcpServerArguments } from '../../../src/host/tools/mcp-server-arguments.ts';
import { parseMcpArguments } from '../../../src/mcp/run.ts';

describe('The command line VS Code starts an MCP server with', () => {
  const optionsFor = (service: string | undefined, root = '/data') => {
    const parsed = parseMcpArguments(mcpServerArguments({ root, language: 'en', maxContentBytes: 3 * 1024 * 1024, service }), 'zh');
    return parsed.ask === 'serve' ? parsed.options : parsed;
  };

  it('[E-6b] keeps the id of a service one value, whatever it begins with', () => {
    for (const service of ['vision-model', '--allow-write', '-x', '--', '--root=/etc', '=', 'a b', '"', "';"]) {
      assert.deepEqual(
        optionsFor(service),
        {
          root: '/data',
          catalogue: undefined,
          config: undefined,
          service,
          agent: undefined,
          sessions: [],
          language: 'en',
          maxContentBytes: 3 * 1024 * 1024,
          allowWrite: false,
          confirms: true,
        },
        service,
      );
    }
  });

  it('names no service where none is chosen, and keeps any folder whole', () => {
    const options = optionsFor(undefined, '/a b/--allow-write=1');
    assert.ok('root' in options);
    assert.deepEqual([options.root, options.service, options.allowWrite], ['/a b/--allow-write=1', undefined, false]);
  });
});
