/** The sources as they would be with some edits, and what the compiler says of them: nothing is written. */
import path from 'node:path';
import ts from 'typescript';
import { repository } from './sources.ts';

/** An edit of a source: `before`, which stands in it once, becomes `after`. */
export interface SourceEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const read = (file: string): string | undefined => ts.sys.readFile(file);

/** What the compiler says of sources; it reads each file once, and looks again only at what an edit can reach. */
export class Compiler {
  readonly #files: readonly string[];
  readonly #texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #service: ts.LanguageService;

  /** @param files that are looked at, relative to the repository */
  constructor(files: readonly string[]) {
    this.#files = files;
    const config = path.join(repository, 'src/host/tsconfig.json');
    const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, read).config, ts.sys, path.dirname(config));
    this.#service = ts.createLanguageService({
      // A third of all that is read would be the types of the S3 client, which nothing here looks at.
      fileExists: (file) => !/\/node_modules\/@(?:aws-sdk|smithy)\//.test(file) && ts.sys.fileExists(file),
      readFile: read,
      directoryExists: (folder) => ts.sys.directoryExists(folder),
      getDirectories: (folder) => ts.sys.getDirectories(folder),
      getCompilationSettings: () => options,
      getScriptFileNames: () => files.map((file) => path.join(repository, file)),
      getScriptVersion: (file) => String(this.#versions.get(file) ?? 0),
      getScriptSnapshot: (file) => {
        const text = this.#texts.get(file) ?? read(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => repository,
      getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
    });
  }

  /** Which of the files do not compile with these edits, and no others: sorted. @throws where an edit does not find its place */
  refuses(edits: readonly SourceEdit[]): string[] {
    for (const file of this.#texts.keys()) this.#versions.set(file, (this.#versions.get(file) ?? 0) + 1);
    this.#texts.clear();
    for (const { file, before, after } of edits) {
      const full = path.join(repository, file);
      const text = this.#texts.get(full) ?? read(full) ?? '';
      if (text.split(before).length !== 2) throw new Error(`${file} does not have this once: ${before}`);
      this.#texts.set(
        full,
        text.replace(before, () => after),
      );
      this.#versions.set(full, (this.#versions.get(full) ?? 0) + 1);
    }
    return this.#files.filter((file) => this.#service.getSemanticDiagnostics(path.join(repository, file)).length > 0).sort();
  }
}
