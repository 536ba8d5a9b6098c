import { runInTurns, type Steps } from '../../core/io/steps.ts';
import { parseSteps } from '../../core/services/parse-steps.ts';
import { validateSteps } from '../../core/services/validate.ts';
import type { ServicesState } from './services-state.ts';

/** What a text says, in turns; undefined when it is not wanted any more. Loaded with the parser and the schema when a configuration is first looked at. */
export function takeApart(text: string, version: number, isWanted: () => boolean): Promise<ServicesState | undefined> {
  return runInTurns(inSteps(text, version), isWanted);
}

function* inSteps(text: string, version: number): Steps<ServicesState> {
  const { root, partial, problems } = yield* parseSteps(text);
  const validated = yield* validateSteps({ ...(root && { root }), problems });
  const { entries } = partial ? yield* validateSteps({ root: partial, problems: [] }) : validated;
  return { version, text, validated, found: entries, root };
}
