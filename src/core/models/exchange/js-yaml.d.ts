/** The used part of js-yaml 4, which ships no types. */
declare module 'js-yaml' {
  export interface Type {
    readonly tag: string;
  }
  export interface Schema {
    extend(types: { readonly implicit: readonly Type[] }): Schema;
  }
  export const CORE_SCHEMA: Schema;
  export const types: { readonly merge: Type };
  export class YAMLException extends Error {
    readonly reason: string;
    readonly mark?: { readonly line: number; readonly column: number };
  }
  /** @param options.maxDepth maximum nesting, default 100; at most 10,000 keys are merged by `<<` */
  export function load(text: string, options: { readonly schema: Schema; readonly maxDepth?: number; readonly json?: boolean }): unknown;
  export function dump(
    value: unknown,
    options: { readonly schema: Schema; readonly lineWidth?: number; readonly noRefs?: boolean; readonly quotingType?: '"' | "'" },
  ): string;
}
