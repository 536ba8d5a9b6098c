/** The manifest, its translations, and what the sources say literally. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const repository = path.resolve(import.meta.dirname, '../..');

interface Command {
  command: string;
  title: string;
  category?: string;
  icon?: string | object;
  shortTitle?: string;
  enablement?: string;
}

interface MenuItem {
  command?: string;
  submenu?: string;
  when?: string;
  group?: string;
}

/** What these tests read of package.json. */
export interface Manifest {
  main: string;
  browser: string;
  activationEvents?: string[];
  capabilities?: { untrustedWorkspaces?: object; virtualWorkspaces?: object | boolean };
  contributes: {
    commands: Command[];
    menus: Record<string, MenuItem[]>;
    views?: Record<string, { id: string; name: string }[]>;
    configuration?: { properties: Record<string, Record<string, unknown>> };
    [point: string]: unknown;
  };
}

/** Reads a JSON file of the repository. */
export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(repository, file), 'utf8')) as T;
}

/** A call found in a source file, with its first argument. */
export interface Call {
  where: string;
  callee: string;
  argument: ts.Expression | undefined;
}

/** Every call in the TypeScript files under a folder, with the place it stands at. */
export function callsIn(folder: string): Call[] {
  const names = readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .flatMap((name) => {
      const file = path.posix.join(folder, name.replaceAll('\\', '/'));
      const source = ts.createSourceFile(file, readFileSync(path.join(repository, file), 'utf8'), ts.ScriptTarget.Latest, true);
      const calls: Call[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node)) {
          const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          calls.push({ where: `${file}:${line}`, callee: node.expression.getText(source), argument: node.arguments[0] });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return calls;
    });
}

/** The texts an expression can be when they stand there literally; undefined otherwise. */
export function literalTexts(expression: ts.Expression | undefined): string[] | undefined {
  if (expression === undefined) return undefined;
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isParenthesizedExpression(expression)) return literalTexts(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    const [yes, no] = [literalTexts(expression.whenTrue), literalTexts(expression.whenFalse)];
    return yes && no ? [...yes, ...no] : undefined;
  }
  return undefined;
}

/** The places for arguments in a text, sorted: `{0}`, `{1}`, … */
export function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}
