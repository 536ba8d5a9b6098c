import { isRecord } from '../../io/own.ts';
import { functionIn, optionsOf } from '../../io/arguments.ts';
import { MAX_IMPORT_LENGTH } from '../../io/limits.ts';
import { valueOf } from '../../json/node.ts';
import { findTooDeep, parseConfigText } from '../parse.ts';
import type { ServiceProblem } from '../problems.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { importContinue } from './continue.ts';
import {
  type ExportFormat,
  type ExportOutcome,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportOutcome,
  type NotCarried,
  type Report,
} from './exchange.ts';
import { exportLiteLlm, importLiteLlm } from './litellm.ts';
import { exportOpenCode, importOpenCode } from './opencode.ts';
import { importOpenRouter } from './openrouter.ts';
import { finishServices, type OfficialAddress, type ServiceDraft } from './service-draft.ts';
import { exportVsCode, importVsCode } from './vscode-models.ts';

export interface ImportOptions {
  readonly filename?: string;
  readonly format?: ImportFormat;
  readonly officialAddress?: OfficialAddress;
}

/**
 * Reads services from another program's configuration. The format is detected by content; the file name only helps to tell JSON from YAML.
 * Never throws; nothing is written, fetched or looked up.
 *
 * Keys are never imported, only references to environment variables.
 *
 * @param options.format the format, if known
 * @param options.officialAddress addresses of providers configured without one
 */
export async function importServices(text: string, options: ImportOptions = {}): Promise<ImportOutcome> {
  if (typeof text !== 'string') return { ok: false, reason: 'unreadable' };
  const { filename: named, format: said, officialAddress } = optionsOf(options, ['filename', 'format', 'officialAddress']);
  const filename = typeof named === 'string' ? named : '';
  const parsed = await parse(text, filename);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const format = said ?? detectFormat(value, filename);
  if (format === undefined || !IMPORT_FORMATS.includes(format)) return { ok: false, reason: 'unknown_format' };
  const notCarried: NotCarried[] = [];
  const report: Report = (code, path, params = {}) => notCarried.push({ code, path, params: shortened(params) });
  const drafts = READERS[format](value, report);
  return { ok: true, format, ...finishServices(drafts, format, report, functionIn(officialAddress)), notCarried };
}

/** Each gets a value that {@link detectFormat} found to be of its format. */
const READERS: Readonly<Record<ImportFormat, (value: unknown, report: Report) => ServiceDraft[]>> = {
  vscode: (value, report) => importVsCode(Array.isArray(value) ? value : [], report),
  litellm: (value, report) => importLiteLlm(isRecord(value) ? value : {}, report),
  openrouter: (value, report) => importOpenRouter(isRecord(value) ? value : {}, report),
  opencode: (value, report) => importOpenCode(isRecord(value) ? value : {}, report),
  continue: (value, report) => importContinue(isRecord(value) ? value : {}, report),
};

/** Detects a format by its members. */
function detectFormat(value: unknown, filename = ''): ImportFormat | undefined {
  if (Array.isArray(value)) {
    const isVsCode = value.some((entry) => isRecord(entry) && Object.hasOwn(entry, 'vendor'));
    return isVsCode || (value.length === 0 && /chatLanguageModels/i.test(filename)) ? 'vscode' : undefined;
  }
  if (!isRecord(value)) return undefined;
  const has = (name: string, fits: (member: unknown) => boolean): boolean => Object.hasOwn(value, name) && fits(value[name]);
  if (has('model_list', Array.isArray)) return 'litellm';
  if (has('provider', isRecord) || has('providers', isRecord)) return 'opencode';
  if (has('models', Array.isArray)) return 'continue';
  if (has('data', Array.isArray)) return 'openrouter';
  return undefined;
}

type Parsed = { readonly ok: true; readonly value: unknown } | Extract<ImportOutcome, { readonly ok: false }>;

async function parse(text: string, filename: string): Promise<Parsed> {
  const isYaml = /\.ya?ml$/i.test(filename);
  if (!isYaml) {
    const strict = parseStrict(text);
    if (strict !== undefined) return strict;
    const { root, problems } = parseConfigText(text, MAX_IMPORT_LENGTH);
    if (root !== undefined) return { ok: true, value: valueOf(root) };
    const [problem] = problems;
    if (problem?.code === 'too_large') return { ok: false, reason: 'too_large' };
    if (/\.jsonc?$/i.test(filename) || problem?.code === 'too_deep')
      return { ok: false, reason: 'unreadable', detail: problem ? withLine(problem) : 'JSON', ...(problem && { problem }) };
  }
  if (text.length > MAX_IMPORT_LENGTH) return { ok: false, reason: 'too_large' };
  const { parseYaml } = await import('./yaml.ts');
  return parseYaml(text.replace(/^\ufeff/, ''));
}

/** Strict JSON by the fast path; undefined for anything else, or when too large or deep for the other parser. */
function parseStrict(text: string): Parsed | undefined {
  if (text.length > MAX_IMPORT_LENGTH || findTooDeep(text) !== undefined) return undefined;
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown };
  } catch {
    return undefined;
  }
}

function withLine({ message, params: { line } }: ServiceProblem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

/** Maximum length of a name in a message, in UTF-16 code units. */
const LONGEST_PARAM = 120;

function shortened(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.length > LONGEST_PARAM ? `${value.slice(0, LONGEST_PARAM)}…` : value]),
  );
}

const WRITERS: Readonly<
  Record<ExportFormat, { readonly isYaml: boolean; readonly write: (services: readonly LlmServiceConfig[], report: Report) => unknown }>
> = {
  vscode: { isYaml: false, write: exportVsCode },
  litellm: { isYaml: true, write: exportLiteLlm },
  opencode: { isYaml: false, write: exportOpenCode },
};

/**
 * Writes services as another program's configuration. Unsupported parts are reported. Keys are never written, only references to
 * environment variables.
 */
export async function exportServices(services: readonly LlmServiceConfig[], format: ExportFormat): Promise<ExportOutcome> {
  const notCarried: NotCarried[] = [];
  const { isYaml, write } = WRITERS[format];
  const value = write(services, (code, path, params = {}) => notCarried.push({ code, path, params }));
  const text = isYaml ? (await import('./yaml.ts')).formatYaml(value) : `${JSON.stringify(value, null, 2)}\n`;
  return { text, notCarried };
}
