import { catalogueDate, type CatalogueFile } from '../../core/models/catalogue/catalogue-file.ts';
import { bundledCatalogue, catalogueInUse } from '../../core/models/catalogue/load-catalogue.ts';
import { ageInDays } from '../../core/models/catalogue/source-age.ts';
import { type Command, type Invocation, UsageError } from '../command.ts';
import { printFacts } from '../table.ts';

/** `catalogue`: which list of models and prices is in use. */
export const catalogue: Command = {
  usage: '[export]',
  summary: 'say which list of models and prices is in use, and how old it is',
  help: [
    'catalogue          its sources, date and age, and how many models it has',
    'catalogue export   print it as a file for --catalogue',
  ],
  options: {},
  positionals: { least: 0, most: 1 },
  async run(invocation) {
    const [action] = invocation.positionals;
    switch (action) {
      case undefined:
        return tell(invocation);
      case 'export':
        invocation.terminal.raw(`${JSON.stringify((await catalogueInUse()).file)}\n`);
        return 0;
      default:
        throw new UsageError(`Unknown action "${action}". Give export, or none.`);
    }
  },
};

async function tell({ terminal, json }: Invocation): Promise<number> {
  const { file, place } = await catalogueInUse();
  const [date, bundled] = [catalogueDate(file), catalogueDate(await bundledCatalogue())];
  const [days, models, sources] = [ageInDays(date), Object.keys(file.models.models).length, sourcesOf(file)];
  if (json) {
    terminal.json({ from: place ?? 'bundled', date, days, models, sources, bundled });
    return 0;
  }
  printFacts(terminal, [
    ['Catalogue', place ?? 'bundled'],
    ['Date', `${date}, ${days} ${days === 1 ? 'day' : 'days'} old`],
    ['Models', models.toLocaleString('en')],
    ...sources.map(({ package: name, version, date: day }, at): [string, string] => [
      at === 0 ? 'Sources' : '',
      `${name} ${version}, ${day}`,
    ]),
    ['Bundled', place === undefined ? undefined : bundled],
  ]);
  return 0;
}

/** Each source once, the newest first. */
function sourcesOf({ models, prices }: CatalogueFile) {
  const all = [...Object.values(models.sources), prices.source, prices.newer.source];
  const byName = new Map(all.map(({ package: name, version, date }) => [`${name} ${version}`, { package: name, version, date }]));
  return [...byName.values()].toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}
