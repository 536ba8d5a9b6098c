import { describeProblem, type ServiceProblem } from '../../core/models/problems.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** The sentence of a problem in the display language. */
export function problemMessage({ code, params }: ServiceProblem): string {
  return describeProblem(code, params, sentenceText);
}
