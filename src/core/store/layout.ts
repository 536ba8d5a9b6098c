import { parse } from 'jsonc-parser';
import { isRecord } from '../io/own.ts';
import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { RootFolder, type RootBounds } from '../io/root-folder.ts';
import { decodeText } from '../content/text-encoding.ts';
import { SERVICES_FILE_NAMES } from '../models/services-file.ts';
import { stringIn } from './sidecar.ts';
import { namesBelow } from './workspace-names.ts';
import type { StoreKind } from './adapter.ts';
import { isAdkBucket } from './adk/adk-bucket-layout.ts';
import { ADK_WEB_FOLDER, isAdkRoot, isAdkWebFolder } from './adk/adk-layout.ts';

/** The locations of a data root's parts. */
export interface DataRootLayout {
  /** The layout of its store. */
  readonly kind: StoreKind;
  readonly artifactsDir: Location;
  readonly workspacesDir: Location;
  /** Contains `llmservices.json` and `app.json`. */
  readonly configDir: Location;
  /** Contains `org.json`. */
  readonly runtimeDir: Location;
}

/** How a folder was recognised as a data root. */
type DataRootEvidence = 'app_config' | 'data_folders' | 'services_config' | 'adk_folders';

/** Folders below that of a project in which other programs keep a data root of their own, as names. */
export const FOLDERS_OF_PROGRAMS: readonly (readonly string[])[] = [ADK_WEB_FOLDER];

export interface DataRootDescription {
  readonly evidence: DataRootEvidence;
  readonly layout: DataRootLayout;
  /** Path keys of `app.json` whose folders are outside the root and were ignored because that was not allowed. */
  readonly refused: readonly AppPathKey[];
  /** The real locations that services of this root must keep to. */
  readonly bounds: RootBounds;
}

/** The result of checking a folder's names and `app.json`. */
type Recognised = Omit<DataRootDescription, 'bounds'>;

type AppPathKey = 'artifactsDir' | 'runtimeDir' | 'workspacesDir';

/** The runtime's order: the local file replaces the other completely. */
const APP_CONFIG_NAMES = ['app.local.json', 'app.json'] as const;
const CONFIG_FOLDER = 'config';
const DATA_FOLDERS = ['artifacts', 'workspaces'] as const;
const ORGANISATION_FILE_NAME = 'org.json';
const MAX_APP_CONFIG_BYTES = 1024 * 1024;

/** The runtime's defaults, relative to the parent of `config/`. */
const DEFAULT_ARTIFACTS = 'data/runtime/artifacts';
const DEFAULT_RUNTIME = 'data/runtime/state';
const DEFAULT_WORKSPACES = 'data/runtime/workspaces';

export interface DescribeOptions {
  /** Whether parts may be outside the root, by `app.json` or links: only for folders a person named or trusts. */
  readonly allowOutside: boolean;
}

/**
 * Recognises a data root by `config/app.json`, by `artifacts/` with `workspaces/`, by `llmservices.json` in it or its `config/`, or by the
 * folders of Google ADK. Reads only these names and `app.json`.
 *
 * @returns undefined when the folder is not a data root or doesn't exist. Rejects with the file-system codes when unreadable and, unless
 * allowed, with `outside_root` or `is_symlink` when a folder or configuration file is a link leading outside or to an unknown place; `name`
 * is its name
 */
export async function describeDataRoot(
  fs: FileSystem,
  folder: Location,
  options: DescribeOptions,
): Promise<DataRootDescription | undefined> {
  const root = fs.resolve(folder, '.');
  const description = await recognise(fs, root, options);
  return description && { ...description, bounds: await boundsOf(fs, root, description.layout, options) };
}

/** A data root and its folder. */
export interface FoundDataRoot {
  readonly folder: Location;
  readonly description: DataRootDescription;
}

/** The data root that a folder is, or else one that another program keeps below it. Rejects as `describeDataRoot`. */
export async function dataRootIn(fs: FileSystem, folder: Location, options: DescribeOptions): Promise<FoundDataRoot | undefined> {
  const description = await describeDataRoot(fs, folder, options);
  if (description) return { folder, description };
  for (const names of FOLDERS_OF_PROGRAMS) {
    const below = await describeBelow(fs, folder, names, options);
    if (below) return { folder: fs.join(fs.resolve(folder, '.'), ...names), description: below };
  }
  return undefined;
}

/** As `describeDataRoot`, for a folder at names below that of a project; unless allowed, links may not lead out of the project. */
export async function describeBelow(
  fs: FileSystem,
  project: Location,
  names: readonly string[],
  options: DescribeOptions,
): Promise<DataRootDescription | undefined> {
  const folder = fs.resolve(project, '.');
  if (!options.allowOutside) {
    try {
      await fs.resolveInside(folder, names);
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'not_found' || code === 'not_a_directory') return undefined;
      throw new CodedError(code, { name: names.join('/') }, { cause: error });
    }
  }
  return describeDataRoot(fs, fs.join(folder, ...names), options);
}

/** The layout of a folder named by a person, whatever it contains. Rejects as `describeDataRoot`. */
export async function layoutOfFolder(fs: FileSystem, folder: Location, options: DescribeOptions): Promise<DataRootDescription> {
  const described = await describeDataRoot(fs, folder, options);
  if (described) return described;
  const root = fs.resolve(folder, '.');
  const names = await namesIn(fs, root);
  const isBucket = !DATA_FOLDERS.some((name) => names.has(name)) && (await isAdkBucket(fs, root, names));
  const layout = isBucket ? adkLayout(fs, root, 'adk-gcs') : flatLayout(fs, root, fs.join(root, CONFIG_FOLDER));
  return { evidence: isBucket ? 'adk_folders' : 'data_folders', layout, refused: [], bounds: await boundsOf(fs, root, layout, options) };
}

async function recognise(fs: FileSystem, folder: Location, { allowOutside }: DescribeOptions): Promise<Recognised | undefined> {
  const names = await namesIn(fs, folder);
  const configDir = fs.join(folder, CONFIG_FOLDER);
  const configNames = names.has(CONFIG_FOLDER) ? await namesIn(fs, configDir) : new Set<string>();

  const appName = APP_CONFIG_NAMES.find((name) => configNames.has(name));
  if (appName !== undefined) {
    const app = await readAppConfig(await configFolder(fs, folder, allowOutside), appName);
    return { evidence: 'app_config', ...layoutOfApp(fs, folder, app, allowOutside) };
  }
  const services = (set: ReadonlySet<string>) => SERVICES_FILE_NAMES.some((name) => set.has(name));
  const isData = DATA_FOLDERS.every((name) => names.has(name));
  if (!isData && !services(configNames) && !services(names)) {
    const isAdk = isAdkWebFolder(fs, folder) ? await isThere(fs, folder) : await isAdkRoot(fs, folder, names);
    return isAdk ? { evidence: 'adk_folders', layout: adkLayout(fs, folder, 'adk'), refused: [] } : undefined;
  }
  const layout = flatLayout(fs, folder, services(configNames) || !services(names) ? configDir : folder);
  return { evidence: isData ? 'data_folders' : 'services_config', layout, refused: [] };
}

/** The layout without `app.json`. */
function flatLayout(fs: FileSystem, folder: Location, configDir: Location): DataRootLayout {
  return {
    kind: 'runtime',
    artifactsDir: fs.join(folder, 'artifacts'),
    workspacesDir: fs.join(folder, 'workspaces'),
    configDir,
    runtimeDir: fs.join(folder, 'state'),
  };
}

/** Everything that ADK keeps is below one folder. Services and agents it has none. */
function adkLayout(fs: FileSystem, folder: Location, kind: 'adk' | 'adk-gcs'): DataRootLayout {
  const layout = flatLayout(fs, folder, fs.join(folder, CONFIG_FOLDER));
  return { ...layout, kind, artifactsDir: folder, workspacesDir: folder };
}

async function isThere(fs: FileSystem, folder: Location): Promise<boolean> {
  return (await fs.stat(folder).catch(() => undefined))?.kind === 'directory';
}

/** Resolves the layout's links. Rejects with `outside_root` and `is_symlink` unless allowed. */
async function boundsOf(fs: FileSystem, folder: Location, layout: DataRootLayout, { allowOutside }: DescribeOptions): Promise<RootBounds> {
  const { kind: _kind, ...places } = layout;
  const parts = Object.entries(places) as [keyof typeof places, Location][];
  if (allowOutside)
    return Object.fromEntries(
      await Promise.all(parts.map(async ([key, part]) => [key, await new RootFolder(fs, part).real().catch(() => undefined)])),
    );
  const root = await new RootFolder(fs, folder).real();
  const bounds: { -readonly [Key in keyof RootBounds]: Location | undefined } = { root };
  for (const [key, part] of parts)
    bounds[key] = await heldInside(part, () => fs.resolveInside(folder, namesBelow(fs, folder, part), { allowMissing: true, real: root }));
  const files: [keyof typeof places, string][] = [
    ...[...SERVICES_FILE_NAMES, ...APP_CONFIG_NAMES].map((name): [keyof typeof places, string] => ['configDir', name]),
    ['runtimeDir', ORGANISATION_FILE_NAME],
  ];
  for (const [key, name] of files) {
    const real = bounds[key];
    if (real !== undefined) await heldInside(name, () => fs.resolveInside(layout[key], [name], { allowMissing: true, real, within: root }));
  }
  return bounds;

  async function heldInside(part: Location, resolve: () => Promise<Location>): Promise<Location | undefined> {
    try {
      return await resolve();
    } catch (error) {
      const { code } = toFailure(error);
      // An ancestor is a file.
      if (code === 'not_a_directory') return undefined;
      throw new CodedError(code, { name: fs.basename(part) }, { cause: error });
    }
  }
}

/** The folder of `app.json`. Rejects with `outside_root` and `is_symlink` when it is outside and that is not allowed. */
async function configFolder(fs: FileSystem, folder: Location, allowOutside: boolean): Promise<RootFolder> {
  const location = fs.join(folder, CONFIG_FOLDER);
  if (allowOutside) return new RootFolder(fs, location, { linksWithin: 'anywhere' });
  try {
    return new RootFolder(fs, location, {
      real: await fs.resolveInside(folder, [CONFIG_FOLDER]),
      linksWithin: await new RootFolder(fs, folder).real(),
    });
  } catch (error) {
    throw new CodedError(toFailure(error).code, { name: CONFIG_FOLDER }, { cause: error });
  }
}

function layoutOfApp(
  fs: FileSystem,
  folder: Location,
  app: Record<string, unknown>,
  allowOutside: boolean,
): { layout: DataRootLayout; refused: AppPathKey[] } {
  const refused = new Set<AppPathKey>();
  const held = (key: AppPathKey, location: Location, fallback: () => Location): Location => {
    if (allowOutside || fs.contains(folder, location)) return location;
    refused.add(key);
    return fallback();
  };
  const place = (key: AppPathKey, fallback: () => Location): Location => {
    const path = stringIn(app, key);
    return path === undefined || path.includes('\0') ? fallback() : held(key, fs.resolve(folder, path), fallback);
  };
  const artifactsDir = place('artifactsDir', () => fs.resolve(folder, DEFAULT_ARTIFACTS));
  const runtimeDir = place('runtimeDir', () => fs.resolve(folder, DEFAULT_RUNTIME));
  const besideRuntime = (): Location =>
    held('workspacesDir', fs.join(fs.parent(runtimeDir), 'workspaces'), () => fs.resolve(folder, DEFAULT_WORKSPACES));
  const workspacesDir = place('workspacesDir', besideRuntime);
  return {
    layout: { kind: 'runtime', artifactsDir, workspacesDir, runtimeDir, configDir: fs.join(folder, CONFIG_FOLDER) },
    refused: [...refused],
  };
}

/** A missing folder is empty; an unreadable one is an error, or a root would be silently ignored. */
async function namesIn(fs: FileSystem, folder: Location): Promise<ReadonlySet<string>> {
  try {
    return new Set(await fs.readNames(folder));
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'not_found' || code === 'not_a_directory') return new Set();
    throw error;
  }
}

/** An unreadable or invalid file is ignored. Rejects with `outside_root` and `is_symlink` when it is outside and that is not allowed. */
async function readAppConfig(folder: RootFolder, name: string): Promise<Record<string, unknown>> {
  try {
    const text = decodeText(await folder.readFile(name, { length: MAX_APP_CONFIG_BYTES }))?.text ?? '';
    const app: unknown = parse(text, [], { allowTrailingComma: true });
    return isRecord(app) ? app : {};
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'outside_root' || code === 'is_symlink') throw new CodedError(code, { name }, { cause: error });
    return {};
  }
}
