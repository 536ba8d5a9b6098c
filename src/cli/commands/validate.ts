import * as path from 'node:path';
import { readServicesAt, readServicesFile, type ServicesFile } from '../../core/services/services-file.ts';
import type { ProblemSeverity } from '../../core/services/problems.ts';
import { validateServices } from '../../core/services/validate.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import type { Command, Invocation } from '../command.ts';
import { lineColumn } from '../line-column.ts';
import { Refusal } from '../refusal.ts';
import type { Style } from '../terminal.ts';

const STYLES: Readonly<Record<ProblemSeverity, Style | undefined>> = { error: 'red', warning: 'yellow', information: undefined };

/** `validate`: every problem of an `llmservices.json` with its place, as compilers print them. */
export const validate: Command = {
  usage: '[FILE]',
  summary: 'check an llmservices.json (default: that of the data root)',
  help: [
    'Checks the file by itself. Whether an agent uses a service is told in the editor only.',
    'What the JSON schema refuses too is marked [schema].',
    '',
    'Exit codes: 0 no errors, 1 errors or no file.',
  ],
  options: {},
  positionals: { least: 0, most: 1 },
  async run(invocation) {
    const { location, text, problems: unreadable } = await fileOf(invocation);
    const { usable, services, problems } =
      text === undefined ? { usable: false, services: [], problems: unreadable } : validateServices(text);
    const placed = problems.map((problem) => ({
      ...problem,
      ...(problem.range && text !== undefined && lineColumn(text, problem.range.offset)),
    }));
    const { terminal } = invocation;
    if (invocation.json) {
      terminal.json({ file: location, usable, problems: placed });
    } else {
      for (const { line = 1, column = 1, severity, code, source, message } of placed) {
        terminal.print(
          `${location}:${line}:${column}: ${severity}: ${message} [${code}]${source === 'schema' ? ' [schema]' : ''}`,
          STYLES[severity],
        );
      }
      const ofSchema = problems.filter(({ source }) => source === 'schema').length;
      const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}${ofSchema > 0 ? `, ${ofSchema} against the JSON schema` : ''}`;
      terminal.complain(
        usable ? `${services.length} model ${services.length === 1 ? 'service' : 'services'}, ${count}.` : `Not usable: ${count}.`,
      );
    }
    return problems.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};

async function fileOf({ positionals, root }: Invocation): Promise<ServicesFile> {
  const [named] = positionals;
  const location = named === undefined ? undefined : path.resolve(named);
  if (location !== undefined) {
    const file = await readServicesAt(new NodeFileSystem(), location);
    if (!file) throw new Refusal('not_found', `There is no file ${location}.`);
    return file;
  }
  const { fs, layout, services } = await root();
  const file = await readServicesFile(fs, services.folder);
  if (!file) throw new Refusal('not_found', `There is no llmservices.json in ${layout.configDir}.`);
  return file;
}
