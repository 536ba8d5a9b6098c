import { redactService } from '../../core/services/redact.ts';
import type { ServiceEntry } from '../../core/services/validate.ts';
import type { Command } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { printTable } from '../table.ts';

/** `services`: the model services and what they can do. Keys are never shown. */
export const services: Command = {
  usage: '',
  summary: 'list the model services and what they take and give',
  help: [],
  options: {},
  positionals: { least: 0, most: 0 },
  async run({ terminal, json, root }) {
    const { source, entries, problems } = (await root()).services.state;
    const error = problems.find(({ severity }) => severity === 'error');
    if (source !== undefined && entries.length === 0 && error)
      throw new Refusal('services_unusable', `The model services in ${source} cannot be used: ${error.message}`);
    if (json) {
      terminal.json({ source, services: entries.map(forPrograms), problems });
    } else if (entries.length === 0) {
      terminal.complain(source === undefined ? 'There is no llmservices.json.' : 'There are no model services.');
    } else {
      printTable(
        terminal,
        [{ heading: 'ID' }, { heading: 'NAME' }, { heading: 'MODEL' }, { heading: 'TAKES' }, { heading: 'GIVES' }, { heading: 'PROBLEMS' }],
        entries.map(row),
      );
    }
    return 0;
  },
};

function forPrograms({ index, id, config, capabilities, problems }: ServiceEntry) {
  return { index, id, ...(config && redactService(config)), isUsed: config !== undefined, capabilities, problems: problems.length };
}

function row({ id, name, config, capabilities, problems }: ServiceEntry): string[] {
  const serious = problems.filter(({ severity }) => severity !== 'information').length;
  const state = config ? (serious > 0 ? String(serious) : '') : 'left out';
  return [id ?? '?', name ?? '', config?.model ?? '', capabilities.input.join(', '), capabilities.output.join(', '), state];
}
