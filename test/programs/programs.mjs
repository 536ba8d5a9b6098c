/** The programs that are run here: where each comes from, how it is pointed at a server, and how it is asked. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'gemini-2'} Api */
/** @typedef {{readonly api: Api, readonly model: string, readonly held: 'vision' | 'text'}} Asked how a model is asked, and what it is held for */
/** @typedef {{readonly home: string, readonly project: string, readonly url: string, readonly asked: Asked}} Place a home of its own, the folder it works in, the server */
/**
 * @typedef {object} Program
 * @property {string} title its name
 * @property {string} package on npm
 * @property {string} version the one that was tried
 * @property {'22' | '24'} [node] the line of Node it runs on; a program for this machine needs none
 * @property {string} script in its package
 * @property {import('./server.mjs').FileTool} tool that reads a file
 * @property {(kind: string) => boolean} [reads] whether the tool is for files of a kind; default: for any
 * @property {readonly Asked[]} models the first is that of a session
 * @property {(place: Place) => Promise<void>} [prepare] writes its settings
 * @property {(place: Place) => Record<string, string>} env
 * @property {(place: Place) => string[]} [setUp] arguments of what is run once before
 * @property {(text: string, place: Place) => string[]} first arguments of a new session
 * @property {(text: string, place: Place) => string[]} [next] arguments that go on with it; without it the program does that for a person only
 * @property {(text: string, file: string, place: Place) => string[]} [attached] arguments of a new session with a file
 * @property {string} [sessions] the folder in its home that has its sessions; without it they are in no file of lines
 * @property {RegExp} [session] a session in it
 * @property {{list: string[], argsOf: (listed: string) => string[]}} [exported] arguments that print its sessions, and by these those that print the last one
 */

/** @param {string} file @param {unknown} value */
async function writeJson(file, value) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 2));
}

/** A model that takes pictures, and one that takes none, for each of some APIs. @param {readonly Api[]} apis @returns {Asked[]} */
function bothFor(...apis) {
  const models = {
    'openai-chat': ['gpt-4o', 'deepseek-chat'],
    'openai-responses': ['gpt-5.2', 'deepseek-chat'],
    anthropic: ['claude-sonnet-4-5', 'deepseek-chat'],
    gemini: ['gemini-3-pro-preview', 'deepseek-chat'],
    'gemini-2': ['gemini-2.5-pro', 'deepseek-chat'],
  };
  return apis.flatMap((api) => {
    const [vision = '', text = ''] = models[api];
    return [
      { api, model: vision, held: /** @type {const} */ ('vision') },
      { api, model: text, held: /** @type {const} */ ('text') },
    ];
  });
}

/** The settings of opencode and of Kilo. @param {Place} place */
function openCodeSettings({ url, asked: { api, model, held } }) {
  const library = {
    'openai-chat': '@ai-sdk/openai-compatible',
    'openai-responses': '@ai-sdk/openai',
    anthropic: '@ai-sdk/anthropic',
    gemini: '@ai-sdk/google',
    'gemini-2': '@ai-sdk/google',
  }[api];
  const input = held === 'vision' ? ['text', 'image', ...(api === 'openai-chat' ? [] : ['pdf'])] : ['text'];
  const base = api.startsWith('gemini') ? `${url}/v1beta` : `${url}/v1`;
  return {
    provider: {
      fake: {
        npm: library,
        name: 'Fake',
        options: { baseURL: base, apiKey: 'x' },
        models: {
          [model]: {
            name: model,
            tool_call: true,
            attachment: held === 'vision',
            modalities: { input, output: ['text'] },
            limit: { context: 1_000_000, output: 8_000 },
          },
        },
      },
    },
  };
}

/** How opencode and Kilo print a session, which they keep in a database. @type {Program['exported']} */
const exported = { list: ['session', 'list', '--format', 'json'], argsOf: (listed) => ['export', JSON.parse(listed)[0].id] };

/** @type {Readonly<Record<string, Program>>} */
export const PROGRAMS = {
  'claude-code': {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    script: `../claude-code-${process.platform}-${process.arch}/claude`,
    tool: { name: 'Read', input: (file) => ({ file_path: file }) },
    models: bothFor('anthropic'),
    env: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'x',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    first: (text, { asked }) => ['--model', asked.model, '-p', text],
    next: (text, { asked }) => ['--model', asked.model, '--continue', '-p', text],
    attached: (text, file, { asked }) => ['--model', asked.model, '-p', `${text} @${file}`],
    sessions: '.claude/projects',
    session: /\.jsonl$/,
  },
  codex: {
    title: 'Codex',
    package: '@openai/codex',
    version: '0.169.0',
    node: '24',
    script: 'bin/codex.js',
    tool: { name: 'view_image', input: (file) => ({ path: file }) },
    reads: (kind) => !['text', 'csv', 'svg', 'large-text', 'empty'].includes(kind),
    models: bothFor('openai-responses'),
    prepare: async ({ home, url, asked }) => {
      await mkdir(path.join(home, '.codex'), { recursive: true });
      await writeFile(
        path.join(home, '.codex/config.toml'),
        `model = "${asked.model}"\nmodel_provider = "fake"\n[model_providers.fake]\nname = "fake"\nbase_url = "${url}/v1"\nenv_key = "FAKE_KEY"\nwire_api = "responses"\n`,
      );
    },
    env: () => ({ FAKE_KEY: 'x' }),
    first: (text) => ['exec', '--skip-git-repo-check', '--', text],
    next: (text) => ['exec', '--skip-git-repo-check', 'resume', '--last', text],
    attached: (text, file) => ['exec', '--skip-git-repo-check', '-i', file, '--', text],
    sessions: '.codex/sessions',
    session: /rollout-.*\.jsonl$/,
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    node: '24',
    script: 'npm-loader.js',
    tool: { name: 'view', input: (file) => ({ path: file }) },
    models: bothFor('openai-chat', 'openai-responses', 'anthropic'),
    env: ({ url, asked: { api, model } }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: api === 'anthropic' ? url : `${url}/v1`,
      COPILOT_PROVIDER_TYPE: api === 'anthropic' ? 'anthropic' : 'openai',
      ...(api !== 'anthropic' && { COPILOT_PROVIDER_WIRE_API: api === 'openai-chat' ? 'completions' : 'responses' }),
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: model,
    }),
    first: (text) => ['--allow-all-tools', '-p', text],
    next: (text) => ['--allow-all-tools', '--continue', '-p', text],
    attached: (text, file) => ['--allow-all-tools', '--attachment', file, '-p', text],
    sessions: '.copilot/session-state',
    session: /events\.jsonl$/,
  },
  opencode: {
    title: 'opencode',
    package: `opencode-${process.platform}-${process.arch}`,
    version: '1.18.34',
    script: 'bin/opencode',
    tool: { name: 'read', input: (file) => ({ filePath: file }) },
    models: bothFor('openai-chat', 'openai-responses', 'anthropic', 'gemini'),
    prepare: (place) => writeJson(path.join(place.project, 'opencode.json'), openCodeSettings(place)),
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    first: (text, { asked }) => ['run', '-m', `fake/${asked.model}`, '--', text],
    next: (text, { asked }) => ['run', '-m', `fake/${asked.model}`, '-c', '--', text],
    attached: (text, file, { asked }) => ['run', '-m', `fake/${asked.model}`, '-f', file, '--', text],
    exported,
  },
  kilo: {
    title: 'Kilo',
    package: `@kilocode/cli-${process.platform}-${process.arch}`,
    version: '7.7.9',
    script: 'bin/kilo',
    tool: { name: 'read', input: (file) => ({ filePath: file }) },
    models: bothFor('openai-chat', 'openai-responses', 'anthropic', 'gemini'),
    prepare: (place) => writeJson(path.join(place.project, 'kilo.json'), openCodeSettings(place)),
    env: () => ({ KILO_DISABLE_AUTOUPDATE: '1' }),
    first: (text, { asked }) => ['run', '-m', `fake/${asked.model}`, '--', text],
    next: (text, { asked }) => ['run', '-m', `fake/${asked.model}`, '-c', '--', text],
    attached: (text, file, { asked }) => ['run', '-m', `fake/${asked.model}`, '-f', file, '--', text],
    exported,
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    node: '24',
    script: 'bundle/gemini.js',
    tool: { name: 'read_file', input: (file) => ({ file_path: file }) },
    models: bothFor('gemini-2', 'gemini').filter(({ held }) => held === 'vision'),
    prepare: ({ home }) => writeJson(path.join(home, '.gemini/settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } }),
    env: ({ url }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    first: (text, { asked }) => ['-m', asked.model, '-y', '-p', text],
    next: (text, { asked }) => ['-m', asked.model, '-y', '-r', 'latest', '-p', text],
    attached: (text, file, { asked }) => ['-m', asked.model, '-y', '-p', `${text} @${path.basename(file)}`],
    sessions: '.gemini/tmp',
    session: /session-.*\.jsonl$/,
  },
  'qwen-code': {
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    node: '24',
    script: 'cli-entry.js',
    tool: { name: 'read_file', input: (file) => ({ file_path: file }) },
    models: bothFor('openai-chat', 'openai-responses', 'anthropic', 'gemini-2'),
    env: ({ url, asked: { model } }) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: 'x',
      OPENAI_MODEL: model,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'x',
      ANTHROPIC_MODEL: model,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: 'x',
      GEMINI_MODEL: model,
    }),
    first: (text, { asked }) => ['--auth-type', qwenAuth(asked), '-m', asked.model, '-y', '-p', text],
    next: (text, { asked }) => ['--auth-type', qwenAuth(asked), '-m', asked.model, '-y', '--continue', '-p', text],
    attached: (text, file, { asked }) => ['--auth-type', qwenAuth(asked), '-m', asked.model, '-y', '-p', `${text} @${path.basename(file)}`],
    sessions: '.qwen/projects',
    session: /chats.*\.jsonl$/,
  },
  pi: {
    title: 'pi',
    package: '@earendil-works/pi-coding-agent',
    version: '1.5.2',
    node: '24',
    script: 'dist/cli.js',
    tool: { name: 'read', input: (file) => ({ path: file }) },
    models: bothFor('openai-chat', 'openai-responses', 'anthropic', 'gemini'),
    prepare: ({ home, url, asked: { api, model, held } }) =>
      writeJson(path.join(home, '.pi/agent/models.json'), {
        providers: {
          fake: {
            baseUrl: api === 'anthropic' ? url : api === 'gemini' ? `${url}/v1beta` : `${url}/v1`,
            api: {
              'openai-chat': 'openai-completions',
              'openai-responses': 'openai-responses',
              anthropic: 'anthropic-messages',
              gemini: 'google-generative-ai',
              'gemini-2': 'google-generative-ai',
            }[api],
            apiKey: 'x',
            models: [{ id: model, input: held === 'vision' ? ['text', 'image'] : ['text'] }],
          },
        },
      }),
    env: () => ({}),
    first: (text, { asked }) => ['--provider', 'fake', '--model', asked.model, '-p', text],
    next: (text, { asked }) => ['--provider', 'fake', '--model', asked.model, '-c', '-p', text],
    attached: (text, file, { asked }) => ['--provider', 'fake', '--model', asked.model, '-p', `@${file}`, text],
    sessions: '.pi/agent/sessions',
    session: /\.jsonl$/,
  },
  cline: {
    title: 'Cline',
    package: 'cline',
    version: '3.0.65',
    node: '24',
    script: 'bin/cline',
    tool: { name: 'read_files', input: (file) => ({ files: [{ path: file }] }) },
    models: bothFor('openai-chat'),
    env: () => ({}),
    setUp: ({ home, url, asked: { model } }) => [
      'auth',
      'openai-compatible',
      '--data-dir',
      path.join(home, 'data'),
      '-k',
      'x',
      '-m',
      model,
      '-b',
      `${url}/v1`,
    ],
    first: (text, { home, asked }) => ['-P', 'openai', '-k', 'x', '-m', asked.model, '--json', '--data-dir', path.join(home, 'data'), text],
    sessions: 'data/sessions',
    session: /\.messages\.json$/,
  },
};

/** @param {Asked} asked */
function qwenAuth({ api }) {
  return api === 'openai-chat' ? 'openai' : api === 'gemini-2' ? 'gemini' : api;
}
