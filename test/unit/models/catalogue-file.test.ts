import assert from 'node:assert/strict';
import { MAX_CATALOGUE_BYTES } from '../../../src/core/io/limits.ts';
import { catalogueDate, readCatalogueFile } from '../../../src/core/models/catalogue/catalogue-file.ts';
import {
  bundledCatalogue,
  catalogueInUse,
  loadCatalogue,
  loadPrices,
  provideCatalogue,
} from '../../../src/core/models/catalogue/load-catalogue.ts';
import { isSafePattern } from '../../../src/core/models/catalogue/safe-pattern.ts';
import { BUNDLED_DAY, NEWER_DAY, smallCatalogue } from '../../support/catalogues.ts';

function read(value: unknown): ReturnType<typeof readCatalogueFile> {
  return readCatalogueFile(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
}

/** Why a catalogue is refused that is sound but for one value; undefined takes the member out. */
function reasonWith(value: unknown, ...steps: (string | number)[]): string {
  const file = structuredClone(smallCatalogue());
  let at = file as unknown as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) at = at[step] as typeof at;
  at[steps.at(-1) ?? ''] = value;
  const reading = read(file);
  assert.ok(!reading.ok, 'the file is taken');
  return reading.fault.reason;
}

describe('A catalogue in a file', () => {
  it('is taken where it is what we bundle, of the day of its newest source', async () => {
    const bundled = await bundledCatalogue();
    const reading = read(bundled);
    assert.ok(reading.ok, JSON.stringify(reading));
    assert.equal(reading.date, catalogueDate(bundled));
    assert.equal(reading.date, BUNDLED_DAY);
    assert.deepEqual(reading.file, JSON.parse(JSON.stringify(bundled)));
  });

  it('is read with a byte order mark, and refused when it is not UTF-8', () => {
    assert.ok(read(`\ufeff${JSON.stringify(smallCatalogue())}`).ok);
    assert.deepEqual(readCatalogueFile(Buffer.from([0xff, 0xfe, 0x7b])), { ok: false, fault: { reason: 'it is not UTF-8' } });
  });

  it('that is no JSON is refused with the place', () => {
    assert.deepEqual(read('{\n  "format": nothing\n}'), {
      ok: false,
      fault: { reason: 'it is not JSON: invalid symbol', line: 2, column: 13 },
    });
    assert.match(JSON.stringify(read('{ "a": 1, }')), /it is not JSON/);
    assert.match(JSON.stringify(read('')), /it is not JSON/);
  });

  it('that is too large is refused before it is parsed', () => {
    const reading = readCatalogueFile(new Uint8Array(MAX_CATALOGUE_BYTES + 1));
    assert.deepEqual(reading, { ok: false, fault: { reason: 'it is larger than 1,048,576 bytes' } });
  });

  it('is refused with the reason and the place of what is wrong in it', () => {
    const file = { ...smallCatalogue(), format: 'something/2' };
    assert.deepEqual(read(file), { ok: false, fault: { reason: 'format is not "agent-artifacts-catalogue/1"', line: 2, column: 13 } });
    const [source, units] = [['models', 'sources', 'a', 'date'], '["input","cached","output","image","audio","video","request","written"]'];
    assert.equal(reasonWith(undefined, 'prices', 'source'), 'prices.source is missing');
    assert.equal(reasonWith([], 'models'), 'models is not what the format has there');
    assert.equal(reasonWith('yesterday', ...source), 'models.sources.a.date is no day as 2026-09-23');
    assert.equal(reasonWith('2026-02-31', ...source), 'models.sources.a.date is no day of the calendar');
    assert.equal(reasonWith('2999-01-01', ...source), 'models.sources.a.date is a day that is still to come');
    assert.equal(reasonWith({}, 'models', 'models'), 'models.models has no model, or more than 20000');
    for (const entry of ['X........', 'A........ z9', 'A.'])
      assert.equal(reasonWith(entry, 'models', 'models', 'new-1'), 'models.models["new-1"] is no entry of these capabilities and sources');
    assert.equal(reasonWith(['input'], 'prices', 'units'), `prices.units is not ${units}`);
    assert.equal(reasonWith('free', 'prices', 'lists', 0), 'prices.lists[0] is no list of prices');
    assert.equal(
      reasonWith(7, 'prices', 'providers', 0, 'prices', 0, 1),
      'prices.providers[0].prices[0] names a list of prices that is not there',
    );
    assert.equal(
      reasonWith([['x', 9]], 'prices', 'newer', 'prices', 'acme'),
      'prices.newer.prices.acme[0] names a list of prices that is not there',
    );
    assert.equal(reasonWith('(a+)+$', 'prices', 'providers', 0, 'host'), 'prices.providers[0].host is a pattern that may take too long');
    assert.equal(
      reasonWith('/(x|x)*y', 'prices', 'providers', 0, 'models'),
      'prices.providers[0].models is a pattern that may take too long',
    );
  });

  it('may have patterns that come to an end soon, and no others', () => {
    for (const pattern of ['(a+)+$', '(?:a|a)*b', 'a?a?a?a?a?aaaaa', '.*.*.*x', '(a)\\1', '(', `${'(a|b)'.repeat(7)}`, 'x'.repeat(201)])
      assert.equal(isSafePattern(pattern), false, pattern);
    for (const pattern of ['^gpt-5\\.4-\\d{4}-\\d{2}-\\d{2}$', '^o[134]', 'https://(.*\\.)?googleapis\\.com', '^(?!.*-tts(?:$|-))'])
      assert.equal(isSafePattern(pattern), true, pattern);
  });
});

describe('A catalogue in place of the bundled one', () => {
  afterEach(() => provideCatalogue(undefined));

  it('is asked for once, when it is first needed, and tells capabilities, limits and prices with its own source', async () => {
    let asked = 0;
    provideCatalogue(() => {
      asked++;
      return Promise.resolve({ file: smallCatalogue(), place: 'list.json' });
    });
    assert.equal(asked, 0);
    const [catalogue, prices] = [await loadCatalogue(), await loadPrices()];
    assert.equal((await catalogueInUse()).place, 'list.json');
    assert.equal(asked, 1);
    assert.deepEqual(catalogue.catalogueModelIds(), ['new-1']);
    const { package: from, date } = catalogue.modelLimits('new-1').context?.source ?? {};
    assert.deepEqual([from, date], ['acme-models 2.0.0', NEWER_DAY]);
    assert.equal(catalogue.inferCapabilities('new-1')?.findings.find(({ type }) => type === 'vision')?.known, 'yes');
    const price = prices.priceOf('new-1');
    assert.deepEqual(
      [price?.rates.input?.base, price?.source],
      [2, { kind: 'catalogue', provider: 'Acme', entry: 'new-1', package: 'acme-models 2.0.0', date: NEWER_DAY }],
    );
  });

  it('gives way to the bundled one again', async () => {
    provideCatalogue(() => Promise.resolve({ file: smallCatalogue(), place: 'list.json' }));
    await loadCatalogue();
    provideCatalogue(undefined);
    assert.ok((await loadCatalogue()).catalogueModelIds().includes('gpt-5.2'));
    assert.ok((await loadPrices()).priceOf('gpt-5.2'));
    assert.deepEqual(await catalogueInUse(), { file: await bundledCatalogue(), place: undefined });
  });
});
