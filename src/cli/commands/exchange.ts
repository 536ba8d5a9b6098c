import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import { withFileLock } from '../../core/io/file-lock.ts';
import type { StagedFile } from '../../core/io/file-system.ts';
import { LeftoverSweep } from '../../core/io/temporary-name.ts';
import { applyEdits } from '../../core/json/edit.ts';
import { addServices } from '../../core/models/edits.ts';
import { exportServices, importServices } from '../../core/models/exchange/exchange-services.ts';
import {
  describeNotCarried,
  EXPORT_FORMATS,
  type ExportFormat,
  FORMAT_NAMES,
  groupNotCarried,
  type ImportFailure,
  type NotCarried,
  writePath,
} from '../../core/models/exchange/exchange.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { readServicesAt } from '../../core/models/services-file.ts';
import { validateServices } from '../../core/models/validate.ts';
import { providerNamed } from '../../core/wire/providers.ts';
import { withInferredApi } from '../../core/wire/service-api.ts';
import { coded, MAKE_CODES } from '../../platform/entry-error.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import { type Invocation, UsageError } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { PAUSE, ReplacedFile, SAVED_WITHIN } from '../replaced-file.ts';
import { safeLine, type Terminal } from '../terminal.ts';

const FAILURES: Readonly<Record<ImportFailure, string>> = {
  too_large: 'The file is too large for a configuration.',
  unreadable: 'The file cannot be read',
  unknown_format: `Not a known configuration. Supported: ${Object.values(FORMAT_NAMES)
    .map(({ name, file }) => `${name} (${file})`)
    .join(', ')}.`,
};

/** `import`: services out of another program's configuration, printed, or added to an `llmservices.json`. */
export async function importCommand({ terminal, positionals, folder, json, option }: Invocation): Promise<number> {
  const [only, into] = [option('only'), option('into')];
  const [file = ''] = positionals;
  const text = await readTextFile(file, folder);
  const outcome = await importServices(text, { filename: path.basename(file), officialAddress: providerNamed });
  if (!outcome.ok) {
    const detail = outcome.detail === undefined ? '' : ` (${outcome.detail})`;
    throw new Refusal(outcome.reason, `${file}: ${FAILURES[outcome.reason]}${detail}`);
  }
  const services = outcome.services.filter(({ id }) => only === undefined || id.includes(only));
  const added = into === undefined ? undefined : await addTo(into, folder, services);
  if (json) {
    terminal.json({
      format: outcome.format,
      services,
      notCarried: outcome.notCarried,
      ...(added && { file: added.file, added: added.ids, present: added.present }),
    });
    return 0;
  }
  complainNotCarried(terminal, outcome.notCarried);
  if (added === undefined) terminal.text(withServices('', services));
  for (const id of added?.present ?? []) terminal.complain(`${id}: already exists and is not changed. [id_present]`, 'yellow');
  const count = `${services.length} model ${services.length === 1 ? 'service' : 'services'} from ${FORMAT_NAMES[outcome.format].name}`;
  terminal.complain(added === undefined ? `${count}.` : `${count}, ${added.ids.length} added to ${added.file}.`);
  return 0;
}

interface Added {
  readonly file: string;
  readonly ids: readonly string[];
  /** Ids that were there already. */
  readonly present: readonly string[];
}

/** What somebody saved into the file that an import had just replaced, and the text that stands in its place. */
interface LostSave {
  readonly text: string;
  readonly over: string;
}

/** How often an import begins again because somebody else has written to the file meanwhile. */
const MOST_ATTEMPTS = 20;

/**
 * Adds the services that are not there yet, as edits of the text: everything else in the file stays as it is. Processes of ours wait for each
 * other at the store's lock; what an editor saves between reading and writing, or into the file that was just replaced, is read again.
 *
 * @param file as it was named, from the folder
 * @throws Refusal `target_changed` when somebody never stops writing; CodedError of the file system
 */
async function addTo(file: string, folder: string, services: readonly LlmServiceConfig[]): Promise<Added> {
  const fs = new NodeFileSystem();
  const target = await realTarget(path.resolve(folder, file));
  return withFileLock(fs, fs.parent(target), path.basename(target), async (lock) => {
    // A killed import leaves a hidden copy of the file, with the keys in it.
    await new LeftoverSweep(fs).sweep(fs.parent(target));
    let lost: LostSave | undefined;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const before = await settledTarget(fs, file, target);
      const base = lost !== undefined && lost.over === before ? lost.text : before;
      const taken = new Set(validateServices(base ?? '').entries.flatMap(({ id }) => id ?? []));
      const fresh = services.filter(({ id }) => !taken.has(id));
      const added = { file, ids: fresh.map(({ id }) => id), present: services.filter(({ id }) => taken.has(id)).map(({ id }) => id) };
      if (fresh.length === 0 && base === before) return added;
      const text = withServices(base ?? '', fresh, file);
      let replaced: ReplacedFile | undefined;
      const finalCheck = (): void => {
        if (replaced?.isInPlace() === false) throw new CodedError('target_changed');
      };
      const staged = await fs.stage(target, new TextEncoder().encode(text), { finalCheck });
      try {
        await lock.check();
        replaced = await ReplacedFile.hold(target);
        if ((await readTarget(fs, file, target)) === before && (await isCommitted(staged, before === undefined))) {
          const saved = await replaced?.saved();
          if (saved === undefined) return added;
          lost = { text: saved, over: text };
        }
      } finally {
        await staged.discard();
        await replaced?.release();
      }
    }
    throw new Refusal('target_changed', `${file} is being written to by another program; nothing was added.`);
  });
}

/** The file behind a link, which is written instead of the link; the real folder of one that is not there yet. */
async function realTarget(file: string): Promise<string> {
  const real = await fsp.realpath(file).catch(() => undefined);
  if (real !== undefined) return real;
  const folder = await coded(
    path.dirname(file),
    async () => {
      await fsp.mkdir(path.dirname(file), { recursive: true });
      return fsp.realpath(path.dirname(file));
    },
    MAKE_CODES,
  );
  return path.join(folder, path.basename(file));
}

/**
 * The text of the file, once nobody is in the middle of saving it, or as it is after {@link SAVED_WITHIN}; undefined when there is none.
 * @throws Refusal why it cannot be read
 */
async function settledTarget(fs: NodeFileSystem, file: string, target: string): Promise<string | undefined> {
  for (const until = Date.now() + SAVED_WITHIN; ;) {
    const text = await readTarget(fs, file, target);
    const seemsHalf = text !== undefined && (text.trim() === '' || !validateServices(text).usable);
    if (!seemsHalf || Date.now() > until || !(await isYoung(target))) return text;
    await fs.processes.pause(PAUSE);
  }
}

async function isYoung(location: string): Promise<boolean> {
  const changed = await fsp.stat(location).catch(() => undefined);
  // A clock that is set back makes no file young for long.
  return changed !== undefined && Math.abs(Date.now() - changed.mtimeMs) < SAVED_WITHIN;
}

/** The text of the file as it is now; undefined when there is none. @throws Refusal why it cannot be read */
async function readTarget(fs: NodeFileSystem, file: string, target: string): Promise<string | undefined> {
  const found = await readServicesAt(fs, target);
  const [problem] = found?.problems ?? [];
  if (found !== undefined && found.text === undefined)
    throw new Refusal(problem?.code ?? 'file_unreadable', `${file}: ${problem?.message ?? 'The file cannot be read.'}`);
  return found?.text;
}

/** Whether it took the file's name; false when another program has created the file, or saved it, first. */
async function isCommitted(staged: StagedFile, isNew: boolean): Promise<boolean> {
  try {
    await staged.commit(isNew ? 'create' : 'replace');
    return true;
  } catch (error) {
    if (toFailure(error).code === (isNew ? 'already_exists' : 'target_changed')) return false;
    throw error;
  }
}

function withServices(text: string, services: readonly LlmServiceConfig[], file = 'The file'): string {
  const outcome = addServices(text, services);
  if (!outcome.ok) throw new Refusal('services_unusable', `${file} must be an object with a "services" list; nothing was written.`);
  return applyEdits(text, outcome.edits);
}

/** `export`: the model services as the configuration of another program. Keys are never written. */
export async function exportCommand(invocation: Invocation): Promise<number> {
  const format = EXPORT_FORMATS.find((each) => each === invocation.option('format'));
  if (format === undefined) throw new UsageError(`--format must be one of ${EXPORT_FORMATS.join(', ')}.`);
  return print(invocation, format, await servicesOf(invocation));
}

async function print({ terminal, json }: Invocation, format: ExportFormat, services: readonly LlmServiceConfig[]): Promise<number> {
  const { text, notCarried } = await exportServices(services.map(withInferredApi), format);
  if (json) {
    terminal.json({ format, text, notCarried });
    return 0;
  }
  complainNotCarried(terminal, notCarried);
  terminal.text(text);
  return 0;
}

/** Those of the named file, or those in force in the data root. */
async function servicesOf({ positionals, folder, root }: Invocation): Promise<readonly LlmServiceConfig[]> {
  const [named] = positionals;
  if (named === undefined) {
    const { services, layout } = await root();
    if (services.state.source === undefined) throw new Refusal('not_found', `No llmservices.json found in ${layout.configDir}.`);
    return services.getServices();
  }
  const { usable, services, problems } = validateServices(await readTextFile(named, folder));
  if (!usable) throw new Refusal('services_unusable', `The model services in ${named} cannot be used: ${problems[0]?.message ?? ''}`);
  return services;
}

/** Most kinds that are listed. */
const MOST_KINDS = 50;

/** Tells what was not carried, each kind once with how often and where first; on standard error, so that the result stays clean. */
function complainNotCarried(terminal: Terminal, notCarried: readonly NotCarried[]): void {
  const kinds = groupNotCarried(notCarried);
  for (const { first, count } of kinds.slice(0, MOST_KINDS)) {
    const often = count === 1 ? '' : ` (and ${count - 1} more like it)`;
    terminal.complain(safeLine(`${writePath(first.path) || 'the file'}: ${describeNotCarried(first)} [${first.code}]${often}`), 'yellow');
  }
  if (kinds.length > MOST_KINDS) terminal.complain(`… and ${kinds.length - MOST_KINDS} more kinds; use --json to see all.`, 'yellow');
}

/** A file named on the command line, as text; a byte order mark stays. @throws Refusal `not_found`, or why it cannot be read */
async function readTextFile(named: string, folder: string): Promise<string> {
  const file = await readServicesAt(new NodeFileSystem(), path.resolve(folder, named));
  if (!file) throw new Refusal('not_found', `File ${named} not found.`);
  const [problem] = file.problems;
  if (file.text === undefined)
    throw new Refusal(problem?.code ?? 'file_unreadable', `${named}: ${problem?.message ?? 'The file cannot be read.'}`);
  return file.text;
}
