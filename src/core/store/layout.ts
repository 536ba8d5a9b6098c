import { parse } from 'jsonc-parser';
import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { decodeText } from '../content/text-encoding.ts';
import { SERVICES_FILE_NAMES } from '../services/services-file.ts';
import { isRecord, stringIn } from './json-fields.ts';

/** Where the parts of a data root lie. */
export interface DataRootLayout {
  readonly artifactsDir: Location;
  readonly workspacesDir: Location;
  /** Holds `llmservices.json` and `app.json`. */
  readonly configDir: Location;
  /** Holds `org.json`. */
  readonly runtimeDir: Location;
}

/** By what a folder was recognised as a data root. */
export type DataRootEvidence = 'app_config' | 'data_folders' | 'services_config';

/** A folder that is a data root. */
export interface DataRootDescription {
  readonly evidence: DataRootEvidence;
  readonly layout: DataRootLayout;
  /** Keys of `app.json` that point out of the folder and were not followed, because that was not allowed. */
  readonly refused: readonly AppPathKey[];
}

type AppPathKey = 'artifactsDir' | 'runtimeDir' | 'workspacesDir';

/** In the order in which the runtime looks: the local file wins as a whole. */
const APP_CONFIG_NAMES = ['app.local.json', 'app.json'] as const;
const CONFIG_FOLDER = 'config';
const MAX_APP_CONFIG_BYTES = 1024 * 1024;

/** Defaults of the runtime, relative to the folder that holds `config/`. */
const DEFAULT_ARTIFACTS = 'data/runtime/artifacts';
const DEFAULT_RUNTIME = 'data/runtime/state';

/**
 * Recognises a data root: by `config/app.json`, by `artifacts/` with `workspaces/`, or by an
 * `llmservices.json` in it or in its `config/`. Reads nothing but those names and `app.json`.
 *
 * @param options.allowOutside follow paths of `app.json` that lead out of the folder: only for folders the person trusts
 * @returns undefined when the folder is none, or not there. Rejects with the file-system codes when it cannot be read
 */
export async function describeDataRoot(
  fs: FileSystem,
  folder: Location,
  options: { allowOutside: boolean },
): Promise<DataRootDescription | undefined> {
  const names = await namesIn(fs, folder);
  const configDir = fs.join(folder, CONFIG_FOLDER);
  const configNames = names.has(CONFIG_FOLDER) ? await namesIn(fs, configDir) : new Set<string>();

  const appName = APP_CONFIG_NAMES.find((name) => configNames.has(name));
  if (appName !== undefined) {
    const app = await readAppConfig(fs, fs.join(configDir, appName));
    return { evidence: 'app_config', ...layoutOfApp(fs, folder, app, options.allowOutside) };
  }
  const services = (set: ReadonlySet<string>) => SERVICES_FILE_NAMES.some((name) => set.has(name));
  const isData = names.has('artifacts') && names.has('workspaces');
  if (!isData && !services(configNames) && !services(names)) return undefined;
  const layout = {
    artifactsDir: fs.join(folder, 'artifacts'),
    workspacesDir: fs.join(folder, 'workspaces'),
    configDir: services(configNames) || !services(names) ? configDir : folder,
    runtimeDir: fs.join(folder, 'state'),
  };
  return { evidence: isData ? 'data_folders' : 'services_config', layout, refused: [] };
}

/** The layout of a folder taken for a data root by a person's own word, whatever it holds. */
export async function layoutOfFolder(fs: FileSystem, folder: Location, options: { allowOutside: boolean }): Promise<DataRootDescription> {
  const described = await describeDataRoot(fs, folder, options);
  return (
    described ?? {
      evidence: 'data_folders',
      layout: {
        artifactsDir: fs.join(folder, 'artifacts'),
        workspacesDir: fs.join(folder, 'workspaces'),
        configDir: fs.join(folder, CONFIG_FOLDER),
        runtimeDir: fs.join(folder, 'state'),
      },
      refused: [],
    }
  );
}

function layoutOfApp(
  fs: FileSystem,
  folder: Location,
  app: Record<string, unknown>,
  allowOutside: boolean,
): { layout: DataRootLayout; refused: AppPathKey[] } {
  const refused: AppPathKey[] = [];
  const place = (key: AppPathKey, fallback: () => Location): Location => {
    const path = stringIn(app, key);
    if (path === undefined || path.includes('\0')) return fallback();
    const location = fs.resolve(folder, path);
    if (allowOutside || fs.contains(folder, location)) return location;
    refused.push(key);
    return fallback();
  };
  const artifactsDir = place('artifactsDir', () => fs.resolve(folder, DEFAULT_ARTIFACTS));
  const runtimeDir = place('runtimeDir', () => fs.resolve(folder, DEFAULT_RUNTIME));
  const workspacesDir = place('workspacesDir', () => fs.join(fs.parent(runtimeDir), 'workspaces'));
  return { layout: { artifactsDir, workspacesDir, runtimeDir, configDir: fs.join(folder, CONFIG_FOLDER) }, refused };
}

/** A folder that is not there has no names; one that cannot be read is told, or a root would be missing without a word. */
async function namesIn(fs: FileSystem, folder: Location): Promise<ReadonlySet<string>> {
  try {
    return new Set(await fs.readNames(folder));
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'not_found' || code === 'not_a_directory') return new Set();
    throw error;
  }
}

/** A config that cannot be read or parsed says nothing: the defaults hold. */
async function readAppConfig(fs: FileSystem, location: Location): Promise<Record<string, unknown>> {
  try {
    const text = decodeText(await fs.readFile(location, { length: MAX_APP_CONFIG_BYTES }))?.text ?? '';
    const app: unknown = parse(text, [], { allowTrailingComma: true });
    return isRecord(app) ? app : {};
  } catch {
    return {};
  }
}
