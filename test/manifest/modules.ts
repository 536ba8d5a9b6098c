/** What ships as modules: who imports whom. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repository } from './sources.ts';

export interface Module {
  readonly file: string;
  /** The modules it imports, types included, without those it loads on demand. */
  readonly imports: ReadonlySet<string>;
  /** What it loads on demand, by `import()` or as a worker. */
  readonly lazy: ReadonlySet<string>;
}

/** The TypeScript files of the repository under some folders, with their texts. */
export function readTexts(...folders: string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
      .filter((file) => /(?<!\.d)\.m?ts$/.test(file) && !file.startsWith('test/fixtures/')),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(repository, file), 'utf8')]));
}

export function parseModules(texts: ReadonlyMap<string, string>): Module[] {
  return [...texts].map(([file, text]) => {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    const [imports, lazy] = [new Set<string>(), new Set<string>()];
    const resolve = (specifier: ts.Node | undefined): string | undefined =>
      specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), specifier.text.replace(/\.js$/, '.ts'))
        : undefined;
    const visit = (node: ts.Node): void => {
      const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
      const target = isStatic
        ? resolve(node.moduleSpecifier)
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? resolve(node.arguments[0])
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? resolve(node.argument.literal)
            : undefined;
      if (target !== undefined) (isStatic || ts.isImportTypeNode(node) ? imports : lazy).add(target);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return { file, imports, lazy };
  });
}

/** Modules that import each other, directly or through others, on demand too. */
export function circles(modules: readonly Module[]): string[][] {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const reached = new Map(
    modules.map(({ file }) => {
      const found = new Set<string>();
      const ahead = [file];
      for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
        const module = byFile.get(next);
        for (const target of module ? [...module.imports, ...module.lazy] : []) {
          if (!found.has(target)) ahead.push(target);
          found.add(target);
        }
      }
      return [file, found] as const;
    }),
  );
  const inCircle = [...reached].filter(([file, found]) => found.has(file)).map(([file]) => file);
  const circleOf = (file: string): string[] => inCircle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
  return [...new Set(inCircle.map((file) => circleOf(file).join(' ')))].map((circle) => circle.split(' '));
}

/** Where an identifier stands in the sources, comments and texts apart. */
export function places(texts: ReadonlyMap<string, string>, name: string): string[] {
  return [...texts].flatMap(([file, text]) => {
    if (!text.includes(name)) return [];
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node.text === name) found.push(file);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
    return found;
  });
}

/** Names that several files declare and export, with those files; what a file only hands on is not counted. */
export function namesTwice(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const declaring = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements)
      for (const name of exportedBy(statement)) declaring.set(name, (declaring.get(name) ?? new Set()).add(file));
  return new Map([...declaring].filter(([, files]) => files.size > 1).map(([name, files]) => [name, [...files]]));
}

/** The names that a statement declares and exports. */
function exportedBy(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundIn(name));
  return 'name' in statement ? boundIn(statement.name as ts.Identifier | undefined) : [];
}

function boundIn(name: ts.BindingName | undefined): string[] {
  if (!name) return [];
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundIn(element.name) : []));
}
