import type { Node } from 'jsonc-parser';
import { MAX_SERVICES } from '../io/limits.ts';
import { jsonTypeOf, memberOf, membersOf, nodeAt, rangeOf, type TextRange } from '../json/node.ts';
import type { ModelCapabilities } from './capability.ts';
import { type ParsedText, parseConfigText } from './parse.ts';
import { problem, type ServiceProblem } from './problems.ts';
import type { LlmServiceConfig } from './schema.ts';
import { closestTo } from './spelling.ts';
import { checkMeaning } from './validate-meaning.ts';
import { type CapabilitiesOrigin, findRepeatedNames, shapeService } from './validate-shape.ts';

/** An element of `services`, usable or not, with its position. */
export interface ServiceEntry {
  /** Index in `services`, 0-based. */
  readonly index: number;
  readonly id?: string;
  /** Display name, also for an excluded service. */
  readonly name?: string;
  /** Absent when the service is excluded; its problems say why. */
  readonly config?: LlmServiceConfig;
  /** The effective capabilities. */
  readonly capabilities: ModelCapabilities;
  readonly origin: CapabilitiesOrigin;
  readonly range: TextRange;
  /** The `id` value, otherwise the opening brace: where the cursor goes. */
  readonly anchor: TextRange;
  readonly problems: readonly ServiceProblem[];
}

export interface ValidatedServices {
  /** Whether the text is JSON with a list of services; otherwise the previous configuration stays in use. */
  readonly usable: boolean;
  readonly entries: readonly ServiceEntry[];
  /** The usable services in file order. */
  readonly services: readonly LlmServiceConfig[];
  /** All problems in text order, including those of entries. */
  readonly problems: readonly ServiceProblem[];
}

/** Known top-level names, including ignored ones. */
const KNOWN_PROPERTIES: ReadonlySet<string> = new Set(['services', '$schema', '$comment', 'version']);

/**
 * Parses and validates `llmservices.json`. Never throws. Of services with the same id the first is used. Invalid JSON is reported alone.
 */
export function validateServices(text: string): ValidatedServices {
  return validateParsed(parseConfigText(text));
}

/** The same for a parsed text. */
export function validateParsed({ root, problems }: ParsedText): ValidatedServices {
  if (root === undefined) return unusable(problems);
  const found = findServices(root);
  if (found.services === undefined) return unusable(found.problems);
  const firstOf = new Map<string, ServiceEntry>();
  const entries: ServiceEntry[] = [];
  for (const [index, node] of (found.services.children ?? []).entries()) {
    const entry = toEntry(node, index, firstOf);
    if (entry.id !== undefined && !firstOf.has(entry.id)) firstOf.set(entry.id, entry);
    entries.push(entry);
  }
  const all = [...found.problems, ...entries.flatMap((entry) => entry.problems)];
  return {
    usable: true,
    entries,
    services: entries.flatMap(({ config }) => (config ? [config] : [])),
    problems: all.sort((a, b) => (a.range?.offset ?? 0) - (b.range?.offset ?? 0)),
  };
}

function unusable(problems: readonly ServiceProblem[]): ValidatedServices {
  return { usable: false, entries: [], services: [], problems };
}

function findServices(root: Node): { readonly services?: Node; readonly problems: ServiceProblem[] } {
  if (root.type !== 'object') {
    return { problems: [problem('root_not_object', { range: firstCharacter(root) }, { actual: jsonTypeOf(root) })] };
  }
  const services = memberOf(root, 'services');
  const problems: ServiceProblem[] = [];
  const seen = new Set<string>();
  for (const { name, key } of membersOf(root)) {
    if (seen.has(name)) problems.push(problem('duplicate_key', { range: rangeOf(key), path: [name] }, { key: name }));
    seen.add(name);
    if (KNOWN_PROPERTIES.has(name)) continue;
    const suggestion = services === undefined ? closestTo(name, ['services']) : undefined;
    problems.push(problem('unknown_property', { range: rangeOf(key), path: [name] }, suggestion ? { name, suggestion } : { name }));
  }
  const schema = memberOf(root, '$schema')?.value;
  if (schema && schema.type !== 'string' && schema.type !== 'null') {
    problems.push(
      problem(
        'wrong_type',
        { range: firstCharacter(schema), path: ['$schema'] },
        { field: '$schema', expected: 'string', actual: jsonTypeOf(schema) },
      ),
    );
  }
  if (services === undefined) return { problems: [problem('services_missing', { range: firstCharacter(root) }), ...problems] };
  const place = { range: rangeOf(services.key), path: ['services'] };
  const { value } = services;
  if (value.type !== 'array') return { problems: [...problems, problem('services_not_array', place, { actual: jsonTypeOf(value) })] };
  if ((value.children?.length ?? 0) > MAX_SERVICES) {
    return { problems: [...problems, problem('too_many_services', place, { limit: MAX_SERVICES })] };
  }
  return { services: value, problems };
}

function toEntry(node: Node, index: number, firstOf: ReadonlyMap<string, ServiceEntry>): ServiceEntry {
  const shaped = shapeService(node, index);
  const { id, config, capabilities, origin } = shaped;
  const name: unknown = nodeAt(node, ['name'])?.value;
  const anchorNode = nodeAt(node, ['id']);
  const anchor = anchorNode ? rangeOf(anchorNode) : firstCharacter(node);
  const place = id === undefined ? { index } : { index, service: id };
  const repeated = findRepeatedNames(node).map(({ name, key }) =>
    problem('duplicate_key', { ...place, range: rangeOf(key), path: ['services', index] }, { key: name }),
  );
  const first = id === undefined ? undefined : firstOf.get(id);
  const duplicate =
    id !== undefined && first !== undefined
      ? [
          problem(
            'id_duplicate',
            { ...place, range: anchor, path: ['services', index, 'id'], related: first.anchor },
            { id, first: first.index + 1 },
          ),
        ]
      : [];
  return {
    index,
    ...(id === undefined ? {} : { id }),
    ...(typeof name === 'string' && name.trim() !== '' ? { name } : {}),
    ...(config === undefined || first !== undefined ? {} : { config }),
    capabilities,
    origin,
    range: rangeOf(node),
    anchor,
    problems: [...duplicate, ...shaped.problems, ...checkMeaning(node, index, shaped), ...repeated],
  };
}

function firstCharacter(node: Node): TextRange {
  return { offset: node.offset, length: Math.min(1, node.length) };
}
