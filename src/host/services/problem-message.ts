import { describeProblem } from '../../core/services/problem-message.ts';
import type { ServiceProblem } from '../../core/services/problems.ts';
import { sentenceText } from '../sentence-text.ts';

/** The sentence of a problem in the display language. */
export function problemMessage({ code, params }: ServiceProblem): string {
  return describeProblem(code, params, sentenceText);
}
