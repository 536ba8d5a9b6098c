import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MCP, runNode } from '../support/programs.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installInspector } from '../tooling/inspector.mjs';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: { readonly uri: string; readonly mimeType: string; readonly blob: string };
}
interface Call {
  readonly content: readonly Block[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: { readonly 'agent-artifacts/route'?: { readonly contentType: string; readonly routing: string } };
}
interface Listed {
  readonly tools: readonly {
    name: string;
    inputSchema: { additionalProperties: boolean };
    outputSchema?: { type: string };
    annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  }[];
}

describe('The MCP server, driven by the MCP Inspector', () => {
  let root: string;
  let home: string;
  let inspector: { node: string; script: string };

  before(async () => {
    [root, home, inspector] = await Promise.all([copyOfRealRoot(), temporaryFolder(), installInspector()]);
  });

  /** @param server options of the server @param request options of the Inspector @returns the result, and the Inspector's exit code */
  async function inspect<T>(
    server: readonly string[],
    request: readonly string[],
  ): Promise<{ result: T; code: number | null; stderr: string }> {
    const args = [inspector.script, '--cli', process.execPath, MCP, '--root', root, ...server, '--format', 'json', '-q', ...request];
    const { code, stdout, stderr } = await runNode(inspector.node, args, { env: { HOME: home, USERPROFILE: home } });
    const result = stdout.trim() === '' ? undefined : (JSON.parse(stdout) as { result: T }).result;
    return { result: result as T, code, stderr };
  }

  const call = (server: readonly string[], name: string, args: object, more: readonly string[] = []) =>
    inspect<Call>(server, ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args), ...more]);

  const fixture = (name: string) => readFile(path.join(root, 'data/runtime/artifacts', name));

  for (const era of ['legacy', 'modern']) {
    describe(`in the ${era} protocol`, () => {
      const inEra = ['--protocol-era', era];

      it('lists the tools that read, with schemas and annotations', async () => {
        const { result, code } = await inspect<Listed>([], ['--method', 'tools/list', '--strict', ...inEra]);
        assert.equal(code, 0, 'the Inspector finds no schema that other clients could not take');
        assert.deepEqual(
          result.tools.map(({ name }) => name),
          ['get_artifact', 'list_artifacts', 'preview_artifact', 'check_conversation', 'find_capable_agents'],
        );
        for (const { name, inputSchema, outputSchema, annotations } of result.tools) {
          assert.equal(
            outputSchema?.type,
            name === 'get_artifact' ? undefined : 'object',
            '[E-18] no schema of structured content where there is none',
          );
          assert.equal(inputSchema.additionalProperties, false);
          assert.equal(annotations.readOnlyHint, true);
          assert.equal(annotations.destructiveHint, false);
        }
      });

      it('[1-R7.1][1-R7.3] gives a model with vision the image, byte for byte, with its caption and its route', async () => {
        const { result } = await call(['--service', 'vision-model'], 'get_artifact', { ref: 'artifact:8' }, inEra);
        const [caption, image] = result.content;
        assert.deepEqual(caption, { type: 'text', text: '工件内容 (chart.png):' });
        assert.equal(image?.type, 'image');
        assert.equal(image?.mimeType, 'image/png');
        assert.deepEqual(Buffer.from(image?.data ?? '', 'base64'), await fixture('8.png'));
        assert.equal(result.structuredContent, undefined, 'a client that prefers it would not show the model the image');
        const route = result._meta?.['agent-artifacts/route'];
        assert.deepEqual([route?.contentType, route?.routing], ['image', 'image_url']);
        assert.ok(!JSON.stringify(route).includes(image?.data?.slice(0, 24) ?? '?'), 'no base64 beside the image');
      });

      it('reads a resource as a blob, byte for byte, and one of a workspace as text', async () => {
        const read = async (uri: string) =>
          (
            await inspect<{ contents: { uri: string; mimeType: string; blob?: string; text?: string }[] }>(
              [],
              ['--method', 'resources/read', '--uri', uri, ...inEra],
            )
          ).result.contents[0];
        const image = await read('artifact:///8');
        assert.equal(image?.mimeType, 'image/png');
        assert.deepEqual(Buffer.from(image?.blob ?? '', 'base64'), await fixture('8.png'));
        const script = await read('artifact:///ws%3Aagent-coder-7f3a%3Ac3JjL21haW4uanM');
        assert.equal(script?.mimeType, 'text/javascript');
        assert.equal(script?.text, await readFile(path.join(root, 'data/runtime/workspaces/agent-coder-7f3a/src/main.js'), 'utf8'));
      });
    });
  }

  it('writes the bytes of an image to disk as the Inspector decodes them', async () => {
    const output = path.join(home, 'image.png');
    const { code } = await inspect(
      ['--service', 'vision-model'],
      ['--method', 'resources/read', '--uri', 'artifact:///9', '--output', output, '--output-format', 'raw'],
    );
    assert.equal(code, 0);
    assert.deepEqual(await readFile(output), await fixture('9.jpg'));
  });

  it('does not have the tool that writes where writing is not allowed', async () => {
    const { code, stderr } = await call([], 'write_file', { path: 'a.txt', content: 'a', mimeType: 'text/plain' });
    assert.equal(code, 5);
    assert.match(stderr, /tool_not_found/);
  });

  it('tells a refused call by its exit code', async () => {
    const { code } = await call([], 'get_artifact', { ref: 'artifact:4711' });
    assert.equal(code, 5);
  });
});
