import { directCompute, type Compute } from '../../src/core/io/compute.ts';
import { TASKS } from '../../src/core/tasks.ts';

/** Runs the tasks that workers know by their names, and copies what goes in and comes out, as for a worker. `ran`: the names, in order. */
export function registeredCompute(): Compute & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    run: async (task, input, options) => {
      const known = TASKS.find(({ name }) => name === task.name);
      if (known !== (task as unknown)) throw new Error(`no worker knows the task ${task.name}`);
      ran.push(task.name);
      return structuredClone(await directCompute.run(task, structuredClone(input), options));
    },
    stream: (...parameters) => directCompute.stream(...parameters),
  };
}
