import * as z from 'zod/mini';
import type { DescriptionLanguage } from '../content/media-type.ts';
import { safeName } from '../routing/description.ts';

/** Arguments that are named in a message at most. */
const MOST_NAMED = 8;

type Words = readonly [zh: string, en: string];
const MISSING: Words = ['缺少 {0}', '{0} is missing'];
const UNKNOWN: Words = ['没有参数 {0}，可用的有 {1}', '{0} is unknown; the arguments are {1}'];
const ONE_OF: Words = ['{0} 须为 {1} 之一', '{0} must be one of {1}'];
const OF_TYPE: Words = ['{0} 的类型须为 {1}', '{0} must be of type {1}'];
const AT_MOST: Words = ['{0} 过大或过长，最大为 {1}', '{0} is too large or too long; the maximum is {1}'];
const AT_LEAST: Words = ['{0} 过小或过短，最小为 {1}', '{0} is too small or too short; the minimum is {1}'];
const INVALID: Words = ['{0} 无效：{1}', '{0} is not valid: {1}'];

/**
 * What is wrong with the arguments of a tool, for a model that is to call it again: what is missing or unknown, which values are allowed, what
 * an argument has to be. Undefined when they are invalid as a whole.
 */
export function wrongArguments(
  issues: readonly z.core.$ZodIssue[],
  args: unknown,
  schema: z.ZodMiniType,
  language: DescriptionLanguage,
): string | undefined {
  const said = (words: Words, ...values: readonly string[]): string =>
    values.reduce((text, value, at) => text.replace(`{${at}}`, () => value), words[language === 'zh' ? 0 : 1]);
  const found = new Map<string, string>();
  const names = Object.keys(shapeOf(schema));
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) found.set(key, said(UNKNOWN, safeName(key), names.join(', ')));
    const name = String(issue.path[0] ?? '');
    if (name !== '' && !found.has(name)) found.set(name, ofIssue(issue, name, { args, schema, said }));
  }
  return found.size === 0 ? undefined : [...found.values()].slice(0, MOST_NAMED).join('; ');
}

interface Asked {
  readonly args: unknown;
  readonly schema: z.ZodMiniType;
  said(words: Words, ...values: readonly string[]): string;
}

function ofIssue(issue: z.core.$ZodIssue, name: string, { args, schema, said }: Asked): string {
  if (!Object.hasOwn(Object(args) as object, name)) return said(MISSING, name);
  switch (issue.code) {
    case 'invalid_value':
      return said(ONE_OF, name, issue.values.map((value) => JSON.stringify(value)).join(', '));
    case 'invalid_type':
      return said(OF_TYPE, name, issue.expected);
    case 'too_big':
      return said(AT_MOST, name, String(issue.maximum));
    case 'too_small':
      return said(AT_LEAST, name, String(issue.minimum));
    default:
      return said(INVALID, name, descriptionOf(schema, name));
  }
}

function shapeOf(schema: z.ZodMiniType): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodMiniObject ? (schema.shape as Readonly<Record<string, z.core.$ZodType>>) : {};
}

/** What the schema says of an argument. */
function descriptionOf(schema: z.ZodMiniType, name: string): string {
  const json = z.toJSONSchema(schema, { io: 'input' }).properties?.[name];
  return typeof json === 'object' ? (json.description ?? '') : '';
}
