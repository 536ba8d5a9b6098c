import * as fsp from 'node:fs/promises';
import * as path from 'node:path';
import { applyEdits } from '../../core/json/edit.ts';
import { addServices } from '../../core/services/edits.ts';
import { FORMAT_NAMES, type ImportFailure } from '../../core/services/exchange/exchange.ts';
import { importServices } from '../../core/services/exchange/import-services.ts';
import type { LlmServiceConfig } from '../../core/services/schema.ts';
import { readServicesAt } from '../../core/services/services-file.ts';
import { validateServices } from '../../core/services/validate.ts';
import { providerNamed } from '../../core/wire/provider-names.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import type { Command } from '../command.ts';
import { complainNotCarried } from '../not-carried.ts';
import { Refusal } from '../refusal.ts';
import { readTextFile } from '../text-file.ts';

const FAILURES: Readonly<Record<ImportFailure, string>> = {
  too_large: 'It is too large for a configuration.',
  unreadable: 'It cannot be read',
  unknown_format: `It is none of the configurations known: ${Object.values(FORMAT_NAMES)
    .map(({ name, file }) => `${name} (${file})`)
    .join(', ')}.`,
};

/** `import`: services out of another program's configuration, printed, or added to an `llmservices.json`. */
export const importCommand: Command = {
  usage: 'FILE [--into LLMSERVICES] [--only TEXT]',
  summary: 'read model services from the configuration of another program',
  help: [
    '--into FILE      add them to this llmservices.json, made if it is not there; services that are there stay',
    '--only TEXT      only services whose id has this in it',
  ],
  options: { into: { type: 'string' }, only: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  async run({ terminal, positionals, json, option }) {
    const [only, into] = [option('only'), option('into')];
    const { location, text } = await readTextFile(positionals[0] ?? '');
    const outcome = await importServices(text, { filename: path.basename(location), officialAddress: providerNamed });
    if (!outcome.ok) {
      const detail = outcome.detail === undefined ? '' : ` (${outcome.detail})`;
      throw new Refusal(outcome.reason, `${location}: ${FAILURES[outcome.reason]}${detail}`);
    }
    const services = outcome.services.filter(({ id }) => only === undefined || id.includes(only));
    const added = into === undefined ? undefined : await addTo(path.resolve(into), services);
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
    for (const id of added?.present ?? []) terminal.complain(`${id}: is there already and stays as it is. [id_present]`, 'yellow');
    const count = `${services.length} model ${services.length === 1 ? 'service' : 'services'} of ${FORMAT_NAMES[outcome.format].name}`;
    terminal.complain(added === undefined ? `${count}.` : `${count}, ${added.ids.length} added to ${added.file}.`);
    return 0;
  },
};

interface Added {
  readonly file: string;
  readonly ids: readonly string[];
  /** Ids that were there already. */
  readonly present: readonly string[];
}

/** Adds the services that are not there yet, as edits of the text: everything else in the file stays as it is. */
async function addTo(file: string, services: readonly LlmServiceConfig[]): Promise<Added> {
  const fs = new NodeFileSystem();
  // through a link the file itself is written, not replaced by one
  const target = await fsp.realpath(file).catch(() => file);
  const before = await readServicesAt(fs, target);
  const [problem] = before?.problems ?? [];
  if (before !== undefined && before.text === undefined)
    throw new Refusal(problem?.code ?? 'file_unreadable', `${file}: ${problem?.message ?? 'It cannot be read.'}`);
  const text = before?.text ?? '';
  const taken = new Set(validateServices(text).entries.flatMap(({ id }) => id ?? []));
  const fresh = services.filter(({ id }) => !taken.has(id));
  const after = withServices(text, fresh, file);
  if (fresh.length > 0) await fs.writeFile(target, new TextEncoder().encode(after), before === undefined ? 'create' : 'replace');
  return { file, ids: fresh.map(({ id }) => id), present: services.filter(({ id }) => taken.has(id)).map(({ id }) => id) };
}

function withServices(text: string, services: readonly LlmServiceConfig[], file = 'The file'): string {
  const outcome = addServices(text, services);
  if (!outcome.ok) throw new Refusal('services_unusable', `${file} is not an object with a list of services; nothing was written.`);
  return applyEdits(text, outcome.edits);
}
