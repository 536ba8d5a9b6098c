/** The programs that are run here: where each comes from, how it is pointed at a server, and how it is asked. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {{readonly home: string, readonly project: string, readonly url: string}} Place a home of its own, the folder it works in, the server */
/**
 * @typedef {object} Program
 * @property {string} package on npm
 * @property {string} version the one that was tried
 * @property {'22' | '24'} node the line of Node it runs on
 * @property {string} script in its package
 * @property {import('./server.mjs').FileTool} tool that reads a file
 * @property {(place: Place) => Promise<void>} [prepare] writes its settings
 * @property {(place: Place) => Record<string, string>} env
 * @property {(place: Place) => string[]} [setUp] arguments of what is run once before
 * @property {(text: string, place: Place) => string[]} first arguments of a new session
 * @property {(text: string) => string[]} [next] arguments that go on with it; without it the program does that for a person only
 * @property {string} sessions the folder in its home that has its sessions
 * @property {RegExp} session a session in it
 */

/** @param {string} file @param {unknown} value */
async function writeJson(file, value) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 2));
}

/** @type {Readonly<Record<string, Program>>} */
export const PROGRAMS = {
  'gemini-cli': {
    package: '@google/gemini-cli',
    version: '0.61.0',
    node: '24',
    script: 'bundle/gemini.js',
    tool: { name: 'read_file', input: (file) => ({ file_path: file }) },
    prepare: ({ home }) => writeJson(path.join(home, '.gemini/settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } }),
    env: ({ url }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    first: (text) => ['-m', 'gemini-2.5-pro', '-y', '-p', text],
    next: (text) => ['-m', 'gemini-2.5-pro', '-y', '-r', 'latest', '-p', text],
    sessions: '.gemini/tmp',
    session: /session-.*\.jsonl$/,
  },
  'copilot-cli': {
    package: '@github/copilot',
    version: '1.0.102',
    node: '24',
    script: 'npm-loader.js',
    tool: { name: 'view', input: (file) => ({ path: file }) },
    env: ({ url }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: 'gpt-4o',
    }),
    first: (text) => ['--allow-all-tools', '-p', text],
    next: (text) => ['--allow-all-tools', '--continue', '-p', text],
    sessions: '.copilot/session-state',
    session: /events\.jsonl$/,
  },
  'qwen-code': {
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    node: '24',
    script: 'cli-entry.js',
    tool: { name: 'read_file', input: (file) => ({ file_path: file }) },
    env: ({ url }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'x', OPENAI_MODEL: 'gpt-4o' }),
    first: (text) => ['--auth-type', 'openai', '-y', '-p', text],
    next: (text) => ['--auth-type', 'openai', '-y', '--continue', '-p', text],
    sessions: '.qwen/projects',
    session: /chats.*\.jsonl$/,
  },
  pi: {
    package: '@earendil-works/pi-coding-agent',
    version: '1.5.2',
    node: '24',
    script: 'dist/cli.js',
    tool: { name: 'read', input: (file) => ({ path: file }) },
    prepare: ({ home, url }) =>
      writeJson(path.join(home, '.pi/agent/models.json'), {
        providers: {
          fake: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'x', models: [{ id: 'x', input: ['text', 'image'] }] },
        },
      }),
    env: () => ({}),
    first: (text) => ['--provider', 'fake', '--model', 'x', '-p', text],
    next: (text) => ['--provider', 'fake', '--model', 'x', '-c', '-p', text],
    sessions: '.pi/agent/sessions',
    session: /\.jsonl$/,
  },
  cline: {
    package: 'cline',
    version: '3.0.65',
    node: '24',
    script: 'bin/cline',
    tool: { name: 'read_files', input: (file) => ({ files: [{ path: file }] }) },
    env: () => ({}),
    setUp: ({ home, url }) => [
      'auth',
      'openai-compatible',
      '--data-dir',
      path.join(home, 'data'),
      '-k',
      'x',
      '-m',
      'gpt-4o',
      '-b',
      `${url}/v1`,
    ],
    first: (text, { home }) => ['-P', 'openai', '-k', 'x', '-m', 'gpt-4o', '--json', '--data-dir', path.join(home, 'data'), text],
    sessions: 'data/sessions',
    session: /\.messages\.json$/,
  },
};
