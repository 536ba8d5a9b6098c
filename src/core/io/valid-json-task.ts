import { directCompute, type Compute, type Task } from './compute.ts';
import { LONGEST_PARSED_AT_ONCE, PARSE_DEADLINE_MS } from './limits.ts';

/** Whether a text is JSON, for a worker. */
export const validJsonTask: Task<{ readonly text: string }, boolean> = {
  name: 'valid-json',
  load: () =>
    Promise.resolve(({ text }) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    }),
};

/** Whether a text within the limits of JSON is JSON. Rejects with `deadline_passed`, `out_of_memory` and `compute_failed`. */
export function isJson(text: string, compute: Compute): Promise<boolean> {
  return (text.length > LONGEST_PARSED_AT_ONCE ? compute : directCompute).run(validJsonTask, { text }, { deadline: PARSE_DEADLINE_MS });
}
