import { NO_TOOLS, type ToolParts } from '../wire/tokens/request-tokens.ts';
import { quickTokens } from '../wire/tokens/quick-count.ts';
import { at, itemsAt, literalAt, type Outline, type OutlineMember, textAt } from './outline.ts';

/** What of a request body stands beside its messages. */
export interface BesideMessages {
  readonly tools: ToolParts;
  /** It has a list of tools that is not empty, whatever they are. */
  readonly hasTools: boolean;
  /** Tokens of the JSON schema of the answer; 0 without one. */
  readonly schemaTokens: number;
  readonly isToldToThink: boolean;
  /** The server leaves out what is too long, or sums it up, before the model reads it. */
  readonly isShortened: boolean;
  /** Marks for the cache among the tools. */
  readonly cacheMarks: number;
  /** One of these does not hold for an hour. */
  readonly hasShortMark: boolean;
  /** The request has such a mark as a whole. */
  readonly isCached: boolean;
}

/** What of a body is beside its messages. */
export function besideMessages(root: Outline): BesideMessages {
  const listed = [...itemsAt(root, 'tools'), ...itemsAt(root, 'functions'), ...itemsAt(root, 'toolConfig', 'tools')];
  const definitions = listed.flatMap(definitionsIn);
  const schema =
    at(root, 'response_format', 'json_schema') ??
    (textAt(root, 'text', 'format', 'type') === 'json_schema' ? at(root, 'text', 'format') : undefined) ??
    at(root, 'output_config', 'format') ??
    at(root, 'output_format') ??
    at(root, 'outputConfig', 'textFormat', 'structure', 'jsonSchema', 'schema');
  const fields = at(root, 'additionalModelRequestFields');
  const isToldToThink = [at(root, 'thinking'), at(fields, 'thinking'), at(fields, 'reasoningConfig')].some(
    (node) => textAt(node, 'type') === 'enabled',
  );
  const isShortened =
    textAt(root, 'truncation') === 'auto' ||
    [...itemsAt(root, 'context_management'), ...itemsAt(root, 'context_management', 'edits')].length > 0;
  const isCached = at(root, 'cache_control')?.type === 'object';
  const sum = { properties: 0, descriptions: 0, choices: 0, wordTokens: 0, jsonTokens: 0 };
  for (const definition of definitions) {
    sum.wordTokens += quickTokens(textAt(definition, 'name') ?? '');
    sum.jsonTokens += quickTokens(jsonOf(definition));
    addWords(definition, sum);
  }
  const marked = itemsAt(root, 'tools').filter((tool) => at(tool, 'cache_control')?.type === 'object');
  const choice = textAt(root, 'tool_choice', 'type');
  const ofConverse = at(root, 'toolConfig', 'toolChoice');
  const isForced = choice === 'any' || choice === 'tool' || at(ofConverse, 'any') !== undefined || at(ofConverse, 'tool') !== undefined;
  const tools = { ...sum, count: definitions.length, isForced };
  const schemaTokens = schema ? quickTokens(jsonOf(schema)) : 0;
  return {
    tools: definitions.length > 0 ? tools : NO_TOOLS,
    hasTools: listed.length > 0,
    schemaTokens,
    isToldToThink,
    isShortened,
    cacheMarks: marked.length,
    hasShortMark: marked.some((tool) => textAt(tool, 'cache_control', 'ttl') !== '1h'),
    isCached,
  };
}

/** The definitions in an element of `tools`: itself, its function, those of a group. What is loaded when it is wanted is not sent. */
function definitionsIn(tool: Outline): readonly Outline[] {
  const group = [...itemsAt(tool, 'functionDeclarations'), ...itemsAt(tool, 'function_declarations'), ...itemsAt(tool, 'tools')];
  if (group.length > 0) return group.flatMap(definitionsIn);
  const definition = at(tool, 'function') ?? at(tool, 'toolSpec') ?? tool;
  return textAt(definition, 'name') === undefined || literalAt(tool, 'defer_loading') === true ? [] : [definition];
}

type Words = { properties: number; descriptions: number; choices: number; wordTokens: number };

/** Adds the descriptions of a definition or a schema, and the names and values of its properties. */
function addWords(node: Outline, sum: Words): void {
  if (node.type === 'array') for (const item of node.items) addWords(item, sum);
  if (node.type === 'object') for (const member of node.members) addMember(member, sum);
}

/** Adds what a member has by its name: a description, properties or choices; of any other what is in it. */
function addMember({ name, value }: OutlineMember, sum: Words): void {
  if (name === 'description' && value.type === 'string' && value.text !== '') {
    sum.descriptions++;
    sum.wordTokens += quickTokens(value.text);
  } else if (name === 'properties' && value.type === 'object') {
    for (const property of value.members) {
      sum.properties++;
      sum.wordTokens += quickTokens(property.name);
      addWords(property.value, sum);
    }
  } else if (name === 'enum' && value.type === 'array') {
    sum.choices += value.items.length;
    for (const item of value.items) if (item.type === 'string') sum.wordTokens += quickTokens(item.text);
  } else addWords(value, sum);
}

/** A value as JSON without blanks. */
function jsonOf(node: Outline): string {
  switch (node.type) {
    case 'string':
      return JSON.stringify(node.text);
    case 'literal':
      return String(node.value);
    case 'skipped':
      return 'null';
    case 'array':
      return `[${node.items.map(jsonOf).join(',')}]`;
    case 'object':
      return `{${node.members.map(({ name, value }) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`;
  }
}
