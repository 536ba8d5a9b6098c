import bundled from '../../src/core/models/catalogue/catalogue.json';
import type { CatalogueFile } from '../../src/core/models/catalogue/catalogue-file.ts';

/** The packages; the words of makers have an address. */
const SOURCES = Object.values(bundled.sources).filter((source) => !('address' in source));

/** The day of the bundled catalogue, which is that of its newest package. */
export const BUNDLED_DAY = SOURCES.map(({ date }) => date).reduce((last, date) => (date > last ? date : last));

/** The day after: a catalogue of that day is newer than the bundled one, and never refused as still to come, since clocks may differ by a day. */
export const NEWER_DAY = new Date(Date.parse(BUNDLED_DAY) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** A package that the bundled catalogue is made of, with its version and day: tests take both from here, so that a newer one changes no test. */
export function bundledPackage(name: string): { readonly package: string; readonly date: string } {
  const source = SOURCES.find((each) => each.package === name);
  if (!source) throw new Error(`The bundled catalogue has nothing from ${name}.`);
  return { package: `${name} ${source.version}`, date: source.date };
}

/** A catalogue of one model that no other has: it sees pictures, takes 300,000 tokens and costs $2. @param date the day of its source */
export function smallCatalogue(date = NEWER_DAY): CatalogueFile {
  const source = { package: 'acme-models', version: '2.0.0', date };
  return {
    format: 'agent-artifacts-catalogue/1',
    models: {
      capabilities: [
        'input.vision',
        'input.audio',
        'input.video',
        'input.file',
        'input.tool_result_media',
        'output.audio',
        'output.video',
        'output.structured_output',
        'output.tool_calling',
      ],
      sources: { a: source },
      models: { 'new-1': 'A.......A a300000 a8000' },
    },
    prices: {
      source,
      newer: { source, prices: {} },
      units: ['input', 'cached', 'output', 'image', 'audio', 'video', 'request', 'written'],
      lists: ['2,0.2,8'],
      providers: [{ id: 'acme', name: 'Acme', host: 'https://api\\.acme\\.example', models: '^new-', prices: [['new-1', 0]] }],
    },
  };
}
