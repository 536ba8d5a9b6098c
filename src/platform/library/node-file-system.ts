import { amountOf, bytesIn, checkArgument, folderArgument, optionsOf } from '../../core/io/arguments.ts';
import type {
  DirectoryEntry,
  FileStat,
  Location,
  PlaceOptions,
  ReadRange,
  ResolveOptions,
  StagedFile,
  WriteMode,
  WriteOptions,
} from '../../core/io/file-system.ts';
import { NodeFileSystem as Unchecked } from '../node-file-system.ts';
import { fieldsOf } from './arguments.ts';

/** {@link Unchecked} with argument checks: invalid arguments reject with `arguments_invalid`. */
export class NodeFileSystem extends Unchecked {
  constructor() {
    super();
  }

  override join(base: Location, ...names: readonly string[]): Location {
    return super.join(place(base, 'base'), ...namesArgument(names));
  }

  override resolve(base: Location, relative: string): Location {
    return super.resolve(place(base, 'base'), place(relative, 'path'));
  }

  override parent(location: Location): Location {
    return super.parent(place(location));
  }

  override basename(location: Location): string {
    return super.basename(place(location));
  }

  override contains(folder: Location, location: Location): boolean {
    return super.contains(place(folder, 'folder'), place(location));
  }

  override async resolveInside(folder: Location, names: readonly string[], options?: ResolveOptions): Promise<Location> {
    const { real, within, ...others } = fieldsOf(options) ?? {};
    return super.resolveInside(place(folder, 'folder'), namesArgument(names), {
      ...others,
      ...(real !== undefined && { real: place(real, 'real') }),
      ...(within !== undefined && { within: place(within, 'within') }),
    });
  }

  override async stat(location: Location, options?: PlaceOptions): Promise<FileStat> {
    return super.stat(place(location), fieldsOf(options));
  }

  override async readNames(location: Location, options?: PlaceOptions): Promise<readonly string[]> {
    return super.readNames(place(location), fieldsOf(options));
  }

  override streamNames(location: Location, options?: PlaceOptions): AsyncGenerator<readonly string[], void> {
    return super.streamNames(place(location), fieldsOf(options));
  }

  override async readDirectory(location: Location, options?: PlaceOptions): Promise<readonly DirectoryEntry[]> {
    return super.readDirectory(place(location), fieldsOf(options));
  }

  override async readFile(location: Location, range?: ReadRange): Promise<Uint8Array> {
    const { offset, length } = optionsOf(range, ['offset', 'length']);
    for (const [name, value] of Object.entries({ offset, length })) checkArgument(value === undefined || isCount(value), name);
    return super.readFile(place(location), { ...fieldsOf(range), offset: amountOf(offset, 0), ...(length !== undefined && { length }) });
  }

  override async writeFile(location: Location, content: Uint8Array, mode: WriteMode, options?: WriteOptions): Promise<void> {
    checkArgument(mode === 'create' || mode === 'replace', 'mode');
    return super.writeFile(place(location), bytesArgument(content), mode, fieldsOf(options));
  }

  override async stage(location: Location, content: Uint8Array, options?: PlaceOptions): Promise<StagedFile> {
    return super.stage(place(location), bytesArgument(content), fieldsOf(options));
  }

  override async createDirectory(location: Location, options?: PlaceOptions): Promise<void> {
    return super.createDirectory(place(location), fieldsOf(options));
  }

  override async deleteFile(location: Location, options?: PlaceOptions): Promise<void> {
    return super.deleteFile(place(location), fieldsOf(options));
  }
}

const place = (value: Location, name = 'location'): Location => folderArgument(value, name);

/** A non-negative whole number, or Infinity. */
function isCount(value: unknown): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0);
}

function namesArgument(names: readonly string[]): readonly string[] {
  checkArgument(Array.isArray(names) && names.every((name) => typeof name === 'string' && !name.includes('\0')), 'names');
  return names;
}

function bytesArgument(content: Uint8Array): Uint8Array {
  const bytes = bytesIn(content);
  checkArgument(bytes !== undefined, 'content');
  return bytes;
}
