import { directCompute, type Compute, type Task } from './compute.ts';
import { LONGEST_PARSED_AT_ONCE, PARSE_DEADLINE_MS } from './limits.ts';

/** Runs a JSON parsing task: large input in a worker, else on this thread. Rejects as `Compute.run`. */
export function runParsing<Input extends { readonly bytes: Uint8Array }, Output>(
  compute: Compute,
  task: Task<Input, Output>,
  input: Input,
): Promise<Output> {
  return (input.bytes.length > LONGEST_PARSED_AT_ONCE ? compute : directCompute).run(task, input, { deadline: PARSE_DEADLINE_MS });
}
