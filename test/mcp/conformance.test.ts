import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { directCompute } from '../../src/core/io/compute.ts';
import { silentLogger } from '../../src/core/io/logger.ts';
import { createServer } from '../../src/mcp/run.ts';
import { Session } from '../../src/mcp/session.ts';
import { namedRoot } from '../../src/platform/find-root.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { openRoot } from '../../src/platform/open-root.ts';
import { type HttpRequest, serveOverHttp } from '../support/mcp-over-http.ts';
import { runNode } from '../support/programs.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installConformance } from '../tooling/conformance.mjs';

/**
 * The scenarios that a server of artifacts can have, in both generations of the protocol. Left out are those of prompts, sampling,
 * logging, tasks and skills, which it does not have, those of HTTP, which only this test speaks, and those that need a tool of the
 * suite's own example server.
 */
const SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-elicitation',
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'sep-2164-resource-not-found',
    'caching',
    'input-required-result-result-type',
    'input-required-result-missing-input-response',
    'input-required-result-validate-input',
    'input-required-result-tampered-state',
    'input-required-result-unsupported-methods',
  ],
} as const;

/** Checks in these scenarios that are about something else. */
const NOT_OURS = [
  // need a diagnostic tool of the suite's example server
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  // prompts
  'sep-2549-prompts-list-caching-hints',
];

/** The tools and resources of the suite's example server, as calls of ours that answer with the same kind of content. */
const REPLACE = {
  name: 'write_file',
  arguments: { path: 'src/main.js', content: 'x', mimeType: 'text/javascript', workspaceId: 'agent-coder-7f3a' },
};
const TOOLS: Readonly<Record<string, { name: string; arguments: object }>> = {
  test_simple_text: { name: 'get_artifact', arguments: { ref: '1' } },
  test_image_content: { name: 'get_artifact', arguments: { ref: '8' } },
  test_audio_content: { name: 'get_artifact', arguments: { ref: '18' } },
  test_embedded_resource: { name: 'get_artifact', arguments: { ref: '15' } },
  test_error_handling: { name: 'get_artifact', arguments: { ref: '4711' } },
  test_elicitation: REPLACE,
  test_input_required_result_elicitation: REPLACE,
  test_input_required_result_tampered_state: REPLACE,
};
const RESOURCES: Readonly<Record<string, string>> = {
  'test://static-text': 'artifact:///1',
  'test://static-binary': 'artifact:///8',
  'test://template/123/data': 'artifact:///123',
  'test://watched-resource': 'artifact:///1',
};

function translate(request: HttpRequest): HttpRequest {
  const { name = '', uri = '' } = request.params ?? {};
  const tool = TOOLS[name];
  if (tool) return { ...request, params: { ...request.params, ...tool } };
  const resource = RESOURCES[uri];
  return resource === undefined ? request : { ...request, params: { ...request.params, uri: resource } };
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

describe('The conformance suite of the protocol', () => {
  let suite: { node: string; script: string };
  let server: { url: string; close(): Promise<void> };

  before(async () => {
    suite = await installConformance();
    const fs = new NodeFileSystem();
    const folder = await copyOfRealRoot();
    await writeFile(path.join(folder, 'data/runtime/artifacts/123.txt'), 'Artifact 123\n');
    const root = await openRoot(fs, await namedRoot(fs, folder), { language: 'en' });
    const options = { allowWrite: true, confirms: true, logger: silentLogger, compute: directCompute };
    const session = new Session(root, { ...options, serviceId: 'multimodal-model' });
    server = await serveOverHttp(() => createServer(session), translate);
  });

  after(() => server.close());

  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    it(`finds nothing wrong in the ${scenarios.length} scenarios of ${revision} that apply`, async () => {
      const results = await temporaryFolder();
      const args = ['server', '--url', server.url, '--suite', 'all', '--spec-version', revision, '-o', results];
      await runNode(suite.node, [suite.script, ...args], { cwd: results });
      const folders = await readdir(results);
      let passed = 0;
      const failed: string[] = [];
      for (const scenario of scenarios) {
        const folder = folders.find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
        assert.ok(folder, `the suite has no scenario ${scenario}`);
        const checks = JSON.parse(await readFile(path.join(results, folder, 'checks.json'), 'utf8')) as Check[];
        const ours = checks.filter(({ id }) => !NOT_OURS.includes(id));
        passed += ours.filter(({ status }) => status === 'SUCCESS').length;
        for (const { id, status, errorMessage } of ours)
          if (status === 'FAILURE' || status === 'WARNING') failed.push(`${scenario}: ${id}: ${errorMessage ?? status}`);
        assert.ok(
          ours.some(({ status }) => status === 'SUCCESS'),
          `${scenario} checked something`,
        );
      }
      assert.deepEqual(failed, []);
      console.log(`      ${passed} checks passed`);
    });
  }
});
