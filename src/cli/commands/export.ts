import { EXPORT_FORMATS, FORMAT_NAMES, type ExportFormat } from '../../core/services/exchange/exchange.ts';
import { exportServices } from '../../core/services/exchange/export-services.ts';
import type { LlmServiceConfig } from '../../core/services/schema.ts';
import { validateServices } from '../../core/services/validate.ts';
import { withInferredApi } from '../../core/wire/service-api.ts';
import type { Command, Invocation } from '../command.ts';
import { complainNotCarried } from '../not-carried.ts';
import { Refusal, UsageError } from '../refusal.ts';
import { readTextFile } from '../text-file.ts';

/** `export`: the model services as the configuration of another program. Keys are never written. */
export const exportCommand: Command = {
  usage: `[FILE] --format ${EXPORT_FORMATS.join('|')}`,
  summary: 'print the model services as the configuration of another program',
  help: EXPORT_FORMATS.map((format) => `--format ${format.padEnd(9)} ${FORMAT_NAMES[format].name}: ${FORMAT_NAMES[format].file}`),
  options: { format: { type: 'string' } },
  positionals: { least: 0, most: 1 },
  async run(invocation) {
    const format = EXPORT_FORMATS.find((each) => each === invocation.option('format'));
    if (format === undefined) throw new UsageError(`--format is one of ${EXPORT_FORMATS.join(', ')}.`);
    return print(invocation, format, await servicesOf(invocation));
  },
};

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
async function servicesOf({ positionals, root }: Invocation): Promise<readonly LlmServiceConfig[]> {
  const [named] = positionals;
  if (named === undefined) {
    const { services, layout } = await root();
    if (services.state.source === undefined) throw new Refusal('not_found', `There is no llmservices.json in ${layout.configDir}.`);
    return services.getServices();
  }
  const { location, text } = await readTextFile(named);
  const { usable, services, problems } = validateServices(text);
  if (!usable) throw new Refusal('services_unusable', `The model services in ${location} cannot be used: ${problems[0]?.message ?? ''}`);
  return services;
}
