import * as z from 'zod/mini';
import { matrixColumn } from './matrix-state.ts';

/** What the matrix keeps across reloads through `setState`. */
export const matrixViewState = z.object({
  filter: z.string().check(z.maxLength(1000)),
  /** Which rows are shown. */
  show: z.enum(['all', 'problems', 'disagreeing']),
  /** Columns a person added that no service has yet. */
  added: z.array(matrixColumn).check(z.maxLength(200)),
  /** The cell the keyboard is on: a place among `services`, and a column; null for the name. */
  active: z.object({ index: z.int().check(z.gte(0)), column: z.nullable(matrixColumn) }),
  /** Pixels. */
  scroll: z.object({ top: z.number().check(z.gte(0)), left: z.number().check(z.gte(0)) }),
});

export type MatrixViewState = z.infer<typeof matrixViewState>;

/** The kept state, or null when it is none of ours. */
export function parseMatrixViewState(data: unknown): MatrixViewState | null {
  const result = matrixViewState.safeParse(data);
  return result.success ? result.data : null;
}
