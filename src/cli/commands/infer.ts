import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import type { CapabilityFinding, InferenceSource, MatchKind } from '../../core/services/catalogue/inference.ts';
import type { Command } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { printFacts, printTable } from '../table.ts';

/** How a person is told in what way something was found. */
const MATCHES: Readonly<Record<MatchKind, string>> = {
  exact: 'the catalogue has this id',
  alias: 'the catalogue has the model under another name',
  family: 'the models of its family have this in common',
  guess: 'a guess from a word in the name',
};

/** `infer`: what a model can probably do, by its name, from the catalogue that comes with the program. */
export const infer: Command = {
  usage: 'MODEL [--provider NAME]',
  summary: 'tell what a model can do, by its name',
  help: ['--provider NAME  the host or maker it is used through, where the name does not say'],
  options: { provider: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  async run({ terminal, positionals, json, option }) {
    const [model = ''] = positionals;
    const provider = option('provider');
    const { inferCapabilities } = await loadCatalogue();
    const inference = inferCapabilities(model, provider === undefined ? {} : { provider });
    if (inference === null) throw new Refusal('model_unknown', `Nothing is known of a model "${model.slice(0, 200)}".`);
    if (json) {
      terminal.json(inference);
      return 0;
    }
    const { match, entry, capabilities, findings } = inference;
    printFacts(terminal, [
      ['Model', model],
      ['Match', `${match}: ${MATCHES[match]} (${entry})`],
      ['Takes', capabilities.input.join(', ')],
      ['Gives', capabilities.output.join(', ')],
    ]);
    terminal.print('');
    printTable(terminal, [{ heading: 'SIDE' }, { heading: 'CAPABILITY' }, { heading: 'KNOWN' }, { heading: 'SOURCE' }], findings.map(row));
    return 0;
  },
};

function row(finding: CapabilityFinding): string[] {
  return [finding.list, finding.type, finding.known, finding.known === 'unknown' ? '' : sourceText(finding.source)];
}

function sourceText({ match, entry, package: from }: InferenceSource): string {
  return `${match} ${entry}${from === undefined ? '' : `, ${from}`}`;
}
