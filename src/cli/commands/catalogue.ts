import { PI_AI } from '../../core/models/catalogue/pi-ai-package.ts';
import { catalogueDate, packagesOf, type CatalogueFile } from '../../core/models/catalogue/catalogue-file.ts';
import { bundledCatalogue, catalogueInUse } from '../../core/models/catalogue/load-catalogue.ts';
import { ageInDays } from '../../core/models/catalogue/source-age.ts';
import { fetchCatalogue, forgetCatalogue, isFile, keepCatalogue } from '../../platform/updated-catalogue.ts';
import { type Invocation, UsageError } from '../command.ts';
import { printFacts } from '../table.ts';

/** `catalogue`: which list of models and prices is in use, and a newer one where a person asks for it. */
export async function catalogue(invocation: Invocation): Promise<number> {
  const [action] = invocation.positionals;
  if (action !== 'update' && invocation.option('from') !== undefined) throw new UsageError('--from belongs to "catalogue update".');
  switch (action) {
    case undefined:
      return tell(invocation);
    case 'update':
      return update(invocation);
    case 'reset':
      return reset(invocation);
    case 'export':
      invocation.terminal.raw(`${JSON.stringify((await catalogueInUse()).file)}\n`);
      return 0;
    default:
      throw new UsageError(`Unknown action "${action}". Use update, reset or export, or none.`);
  }
}

/** New models that are named. */
const MOST_NAMED = 10;

async function update({ terminal, json, option, folder, home, env }: Invocation): Promise<number> {
  const from = option('from');
  if (from === undefined || !isFile(from)) terminal.complain(`Fetching ${from ?? PI_AI} with npm …`, 'dim');
  const [before, fetched] = [await catalogueInUse(), await fetchCatalogue({ from, folder, home, env })];
  const place = await keepCatalogue(fetched, { home, env });
  const [old, models] = [before.file.models.models, Object.keys(fetched.file.models.models)];
  const added = models.filter((id) => !Object.hasOwn(old, id));
  if (json) {
    terminal.json({ from: fetched.from, date: fetched.date, place, models: models.length, before: catalogueDate(before.file), added });
    return 0;
  }
  const more = added.length - MOST_NAMED;
  printFacts(terminal, [
    ['Catalogue', fetched.from],
    ['Date', `${fetched.date} (before: ${catalogueDate(before.file)})`],
    ['Models', models.length.toLocaleString('en')],
    ['New', [...added.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')],
    ['Kept in', place],
  ]);
  return 0;
}

async function reset({ terminal, json, home, env }: Invocation): Promise<number> {
  await forgetCatalogue({ home, env });
  const date = catalogueDate(await bundledCatalogue());
  if (json) terminal.json({ from: 'bundled', date });
  else terminal.print(`The bundled catalogue of ${date} is used.`);
  return 0;
}

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

/** Each package once, the newest first. */
function sourcesOf(file: CatalogueFile) {
  const byName = new Map(
    packagesOf(file).map(({ package: name, version, date }) => [`${name} ${version}`, { package: name, version, date }]),
  );
  return [...byName.values()].toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}
