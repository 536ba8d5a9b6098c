import type { Catalogue } from '../../../core/services/catalogue/load-catalogue.ts';
import { cellOfProblem } from '../../../core/services/matrix/cell-of-problem.ts';
import type { CustomColumns } from '../../../core/services/matrix/custom-columns.ts';
import { identityOf } from '../../../core/services/matrix/edit-cell.ts';
import { writtenCapabilities } from '../../../core/services/matrix/written-capabilities.ts';
import type { ServiceProblem } from '../../../core/services/problems.ts';
import type { ServiceEntry } from '../../../core/services/validate.ts';
import type { MatrixProblem, MatrixRow } from '../../../shared/matrix-state.ts';
import { problemMessage } from '../problem-message.ts';
import type { KnownSources } from './known-sources.ts';
import type { OtherProblem } from './surroundings.ts';

/** Longest name that is carried to the screen, in UTF-16 code units. */
const LONGEST_NAME = 200;

/** What rows are made of beside the entries. */
export interface RowSources {
  readonly text: string;
  /** Undefined: nothing is known of any model. */
  readonly catalogue: Catalogue | undefined;
  readonly known: KnownSources;
  readonly columns: CustomColumns;
  readonly usage: ReadonlyMap<number, readonly ServiceProblem[]>;
  readonly others: ReadonlyMap<number, readonly OtherProblem[]>;
}

/** The row of one service. Nothing of it but what is shown: no key, no address, no field we do not know. */
export function toRow(entry: ServiceEntry, { text, catalogue, known, columns, usage, others }: RowSources): MatrixRow {
  const { index, config, origin } = entry;
  const written = writtenCapabilities(text, entry);
  columns.add(written);
  const model = config?.model ?? '';
  const inferred = model === '' ? null : (catalogue?.inferCapabilities(model) ?? null);
  const problems = [...entry.problems, ...(usage.get(index) ?? [])].map((problem) => toProblem(problem, columns));
  return {
    id: identityOf(entry),
    name: shorten(entry.name || entry.id || ''),
    model: shorten(model),
    counts: config !== undefined,
    editable: text[entry.range.offset] === '{',
    origin,
    implied: impliedLists(entry),
    input: written.input.filter((type) => columns.has('input', type)),
    output: written.output.filter((type) => columns.has('output', type)),
    known: inferred
      ? inferred.findings.map((finding) =>
          finding.known === 'unknown' ? 0 : (finding.known === 'yes' ? 1 : -1) * known.numberOf(finding.source),
        )
      : [],
    problems: [...problems, ...(others.get(index) ?? []).map((problem) => ({ ...problem, cell: null }))],
  };
}

/** The lists that are not there, where that means text. */
function impliedLists({ origin, config }: ServiceEntry): MatrixRow['implied'] {
  if (origin === 'invalid') return [];
  return (['input', 'output'] as const).filter((list) => origin === 'default' || (config && config.capabilities?.[list] === undefined));
}

function toProblem(problem: ServiceProblem, columns: CustomColumns): MatrixProblem {
  const cell = cellOfProblem(problem);
  return { severity: problem.severity, message: problemMessage(problem), cell: cell && columns.has(cell.list, cell.type) ? cell : null };
}

function shorten(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}
