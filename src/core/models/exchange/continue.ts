import { isRecord, own } from '../../io/own.ts';
import type { CellChange } from '../capability-cells.ts';
import { importAddress, type VariableForm } from './addresses.ts';
import { Fields, saidByWords } from './carry.ts';
import type { Report } from './exchange.ts';
import { importKey, type ServiceDraft } from './service-draft.ts';

/**
 * Continue's `config.yaml`: `name`, `version`, `schema: v1`, and `models` of `{name, provider, model, apiBase?, apiKey?, roles?,
 * capabilities?, defaultCompletionOptions?: {maxTokens?, …}, …}`, or of `{uses: owner/block}` for a block of the hub.
 *
 * - `name` is unique; `capabilities` of `tool_use` and `image_input` replaces what Continue finds out by itself.
 * - The path of a request is added to `apiBase`: `messages` for Anthropic, without a version, `api/chat` for Ollama, `models/…` for Gemini,
 *   `chat/completions` for all others.
 * - `roles` are chat, edit, apply, summarize (these by default), autocomplete, embed, rerank.
 * - `${{ secrets.NAME }}` stands for a secret of the hub or of a `.env` file.
 *
 * Sources: continuedev/continue, docs/reference.mdx and core/llm/llms; docs.continue.dev, "How to Configure Model Capabilities in Continue" (2026).
 */

const VOCABULARY = { input: { vision: 'image_input' }, output: { tool_calling: 'tool_use' } } as const;
/** Providers with another protocol than OpenAI's, and their `api`. */
const APIS: Readonly<Record<string, string>> = { anthropic: 'anthropic', gemini: 'gemini', ollama: 'ollama' };
const CHAT_ROLES: ReadonlySet<string> = new Set(['chat', 'edit', 'apply', 'summarize']);
const SECRET = /^\s*\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_]\w*)\s*\}\}\s*$/;

/** Also within a longer value. */
const VARIABLES: VariableForm = {
  pattern: /\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_]\w*)\s*\}\}/g,
  foreign: /\$\{\{/,
  write: (name) => `\${{ secrets.${name} }}`,
};

export function importContinue(value: Readonly<Record<string, unknown>>, report: Report): ServiceDraft[] {
  const file = new Fields(value, [], report);
  file.ignore('name', 'version', 'schema');
  const entries = file.list('models');
  file.reportRest();
  return entries.flatMap((entry, index) => {
    const path = ['models', index];
    if (isRecord(entry)) return importModel(new Fields(entry, path, report), report);
    report('entry_unusable', path);
    return [];
  });
}

function importModel(model: Fields, report: Report): ServiceDraft[] {
  const { path } = model;
  const name = model.string('model');
  const roles = model.strings('roles');
  const isChat = roles === undefined || roles.some((role) => CHAT_ROLES.has(role));
  if (name === undefined || !isChat) {
    report(model.has('uses') ? 'block_reference' : name === undefined ? 'model_missing' : 'not_a_chat_model', path);
    return [];
  }
  const provider = model.string('provider') ?? '';
  const words = model.strings('capabilities');
  const options = model.object('defaultCompletionOptions');
  const draft = {
    id: model.string('name') ?? name,
    model: name,
    path,
    provider,
    baseURL: importAddress(model.string('apiBase'), [...path, 'apiBase'], report, VARIABLES),
    api: own(APIS, provider),
    apiKey: importKey(model.string('apiKey'), [...path, 'apiKey'], report, [SECRET]),
    says: words ? saidBy(words, [...path, 'capabilities'], report) : [],
    maxTokens: options.count('maxTokens'),
  };
  for (const fields of [options, model]) fields.reportRest();
  return [draft];
}

/** One list for both sides; a word unknown on both is reported once. */
function saidBy(words: readonly string[], path: Fields['path'], report: Report): CellChange[] {
  const said = saidByWords('input', words, { ...VOCABULARY.input, ...VOCABULARY.output }, path, report);
  return said.map((each) => (Object.hasOwn(VOCABULARY.input, each.type) ? each : { ...each, list: 'output' }));
}
