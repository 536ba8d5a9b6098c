import type { Node } from 'jsonc-parser';
import { own } from '../io/own.ts';
import { jsonTypeOf, type Member, nodeAt, rangeOf, valueOf } from '../json/node.ts';
import { type ModelCapabilities, TEXT_ONLY } from './capability.ts';
import { problem, type ProblemCode, type ProblemParams, type ServiceProblem } from './problems.ts';
import { type LlmServiceConfig, SERVICE_FIELDS, serviceSchema } from './schema.ts';
import { suggestApi } from './spelling.ts';

/** The origin of the effective capabilities. */
export type CapabilitiesOrigin = 'declared' | 'default' | 'invalid';

/** The result of checking a service's structure. */
export interface ShapedService {
  /** The id, if valid. */
  readonly id?: string;
  /** Absent when the service is excluded. */
  readonly config?: LlmServiceConfig;
  /** The effective capabilities. */
  readonly capabilities: ModelCapabilities;
  readonly origin: CapabilitiesOrigin;
  readonly problems: readonly ServiceProblem[];
}

type Path = readonly (string | number)[];

/** The `JsonType` list of a field, for the message about a wrong type. */
const EXPECTED: Readonly<Record<string, string>> = { capabilityTags: 'array of strings', maxTokens: 'number', price: 'object' };

/** What is reported of a text that a field cannot have. */
const UNFIT: Readonly<Record<string, ProblemCode>> = { id: 'id_empty', name: 'name_empty', baseURL: 'base_url_invalid' };

/** Fields with further constraints, omitted when invalid. */
const UNUSABLE_WHEN_WRONG: ReadonlySet<string> = new Set(['name', 'maxTokens', 'capabilities', 'api', 'price']);

/**
 * Checks an element of `services` and keeps what is usable: nothing without an id, a text-only service with invalid `capabilities`, a
 * service without its invalid fields.
 */
export function shapeService(node: Node, index: number): ShapedService {
  const value = valueOf(node);
  if (node.type !== 'object') {
    const report = reporter(node, index, undefined);
    return { capabilities: TEXT_ONLY, origin: 'default', problems: [report('service_not_object', [], { actual: jsonTypeOf(node) })] };
  }
  const service = value as Record<string, unknown>;
  const id = typeof service['id'] === 'string' && service['id'].trim() !== '' ? service['id'] : undefined;
  const report = reporter(node, index, id);
  const problems: ServiceProblem[] = [];
  // null means "not given" in files written by programs
  const unusable = new Set<string>(SERVICE_FIELDS.filter((field) => service[field] === null));
  const parsed = serviceSchema.safeParse(service);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path as Path;
    const field = String(path[0]);
    problems.push(toProblem(issue.code, path, node, report));
    if (issue.code === 'invalid_type' || UNUSABLE_WHEN_WRONG.has(field)) unusable.add(field);
  }
  const origin = unusable.has('capabilities') ? 'invalid' : service['capabilities'] === undefined ? 'default' : 'declared';
  const capabilities = origin === 'declared' ? completed(service['capabilities'] as Partial<ModelCapabilities>) : TEXT_ONLY;
  if (id === undefined) return { capabilities, origin, problems };
  for (const field of unusable) delete service[field];
  return { id, config: service as LlmServiceConfig, capabilities, origin, problems };
}

/** A missing side is text. */
function completed({ input, output }: Partial<ModelCapabilities>): ModelCapabilities {
  return Object.freeze({
    input: Object.freeze([...(input ?? TEXT_ONLY.input)]),
    output: Object.freeze([...(output ?? TEXT_ONLY.output)]),
  });
}

type Report = (code: ProblemCode, path: Path, params?: ProblemParams) => ServiceProblem;

function reporter(service: Node, index: number, id: string | undefined): Report {
  return (code, path, params) => {
    // the nearest existing node: a missing member is reported at its object
    let node: Node | undefined;
    for (let depth = path.length; node === undefined; depth--) node = nodeAt(service, path.slice(0, depth));
    const place = { index, path: ['services', index, ...path], range: shortRange(node) };
    return problem(code, id === undefined ? place : { ...place, service: id }, params);
  };
}

/** An object is marked at its opening brace: underlining the whole block would hide other problems. */
function shortRange(node: Node): { offset: number; length: number } {
  return node.type === 'object' ? { offset: node.offset, length: 1 } : rangeOf(node);
}

function toProblem(issue: string, path: Path, service: Node, report: Report): ServiceProblem {
  const [field, list] = path;
  const node = nodeAt(service, path);
  const actual = node ? jsonTypeOf(node) : 'undefined';
  const wrongType = issue === 'invalid_type';
  const name = String(field);
  const unfit = wrongType ? undefined : own(UNFIT, name);
  if (unfit) return report(unfit, path);
  if (field === 'id') return node === undefined ? report('id_missing', path) : report('id_not_string', path, { actual });
  if (field === 'capabilities') return toCapabilitiesProblem(wrongType, path, actual, report);
  if (field === 'maxTokens' && node?.type === 'number') return report('max_tokens_invalid', path);
  if (field === 'price' && list !== undefined) return report('price_invalid', path, { name: String(list) });
  if (field === 'api' && node?.type === 'string') return unknownApi(String(node.value), path, report);
  return report('wrong_type', path, { field: name, expected: own(EXPECTED, name) ?? 'string', actual });
}

function toCapabilitiesProblem(wrongType: boolean, path: Path, actual: string, report: Report): ServiceProblem {
  const [, list, item] = path;
  if (list === undefined) {
    return wrongType ? report('capabilities_not_object', path, { actual }) : report('capabilities_without_lists', path);
  }
  const name = String(list);
  if (item === undefined) return report('capability_list_not_array', path, { list: name, actual });
  return wrongType ? report('capability_not_string', path, { list: name, actual }) : report('capability_empty', path, { list: name });
}

function unknownApi(name: string, path: Path, report: Report): ServiceProblem {
  const suggestion = suggestApi(name);
  // The word is not repeated: it may be a misplaced key.
  return report('api_unknown', path, suggestion === undefined ? {} : { suggestion });
}

/** Names that occur twice in any object of the service. */
export function findRepeatedNames({ type, children = [] }: Node, found: Pick<Member, 'name' | 'key'>[] = []): typeof found {
  const seen = new Set<string>();
  for (const child of children) {
    const [key, value = child] = (type === 'object' && child.children) || [];
    if (key) {
      const name = String(key.value);
      if (seen.has(name)) found.push({ name, key });
      seen.add(name);
    }
    if (value.children) findRepeatedNames(value, found);
  }
  return found;
}
