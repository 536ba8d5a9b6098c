import type { CatalogueFile } from '../../src/core/models/catalogue/catalogue-file.ts';

/** A catalogue of one model that no other has: it sees pictures, takes 300,000 tokens and costs $2. @param date the day of its source */
export function smallCatalogue(date = '2026-11-20'): CatalogueFile {
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
