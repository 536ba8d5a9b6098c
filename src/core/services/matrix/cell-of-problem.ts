import type { ServiceProblem } from '../problems.ts';
import type { CapabilityCell } from './set-capability.ts';

/** The cell a problem of a service concerns; undefined when it concerns the service as a whole. */
export function cellOfProblem({ code, params, path }: Pick<ServiceProblem, 'code' | 'params' | 'path'>): CapabilityCell | undefined {
  if (code === 'text_input_missing') return { list: 'input', type: 'text' };
  const { capability } = params;
  // where it is, not where it should be; what a tag speaks of is where the capability would be
  const list = path[2] === 'capabilities' ? path[3] : params['list'];
  if (typeof capability !== 'string' || (list !== 'input' && list !== 'output')) return undefined;
  return { list, type: capability };
}
