import type { LlmServiceConfig } from '../schema.ts';
import { exportContinue } from './continue.ts';
import type { ExportFormat, ExportOutcome, NotCarried, Report } from './exchange.ts';
import { exportLiteLlm } from './litellm.ts';
import { exportOpenCode } from './opencode.ts';
import { exportVsCode } from './vscode-models.ts';

const WRITERS: Readonly<
  Record<ExportFormat, { readonly isYaml: boolean; readonly write: (services: readonly LlmServiceConfig[], report: Report) => unknown }>
> = {
  vscode: { isYaml: false, write: exportVsCode },
  litellm: { isYaml: true, write: exportLiteLlm },
  opencode: { isYaml: false, write: exportOpenCode },
  continue: { isYaml: true, write: exportContinue },
};

/**
 * The services as another program's configuration. What it has no place for is told of; keys are never written, only
 * references to environment variables where it knows them. Services are taken as configured: give those in force.
 */
export async function exportServices(services: readonly LlmServiceConfig[], format: ExportFormat): Promise<ExportOutcome> {
  const notCarried: NotCarried[] = [];
  const { isYaml, write } = WRITERS[format];
  const value = write(services, (code, path, params = {}) => notCarried.push({ code, path, params }));
  const text = isYaml ? (await import('./yaml.ts')).formatYaml(value) : `${JSON.stringify(value, null, 2)}\n`;
  return { text, notCarried };
}
