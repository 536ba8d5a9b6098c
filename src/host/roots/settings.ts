import * as vscode from 'vscode';
import { descriptionLanguageFor } from '../../core/routing/safe-name.ts';
import { contentLimitOf } from '../../core/content/size.ts';
import type { ObjectStoreOptions } from '../../platform/object-store/store-client.ts';
import type { DescriptionLanguage } from '../../core/content/media-type.ts';

const SECTION = 'agentArtifacts';

/** The settings of this extension, each with its default from the manifest. */
export const settings = {
  /** Folders besides those found in the workspace, as written: paths, `~`, `${workspaceFolder}`, URIs. */
  dataRoots(): readonly string[] {
    const value: unknown = vscode.workspace.getConfiguration(SECTION).get('dataRoots');
    return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '') : [];
  },

  /** Content above this many bytes is described to the model, not sent. */
  maxContentBytes(): number {
    return contentLimitOf(vscode.workspace.getConfiguration(SECTION).get('maxContentSize'));
  },

  /** The language of the descriptions models read: the display language of VS Code unless it is fixed. */
  descriptionLanguage(): DescriptionLanguage {
    return fixedLanguage(vscode.workspace.getConfiguration(SECTION).get('descriptionLanguage')) ?? editorLanguage();
  },

  /** The service whose capabilities apply to tools when a call names none; undefined for text only. */
  toolService(): string | undefined {
    const value: unknown = vscode.workspace.getConfiguration(SECTION).get('toolService');
    return typeof value === 'string' && value !== '' ? value : undefined;
  },

  /** Open transcripts are checked for binary content in texts. */
  transcriptLint(): boolean {
    return vscode.workspace.getConfiguration(SECTION).get('transcriptLint') !== false;
  },

  /** Where a folder is added: in the workspace when there is one, else for the user. The workspace's are read only when it is trusted. */
  dataRootsTarget(): vscode.ConfigurationTarget {
    return vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  },

  /** How a bucket is reached, where that is set: by its own entry, else by that of all others. */
  objectStore(bucket: string): ObjectStoreOptions {
    const value = vscode.workspace.getConfiguration(SECTION).get<unknown>('objectStores');
    const all = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
    const entry = (Object.hasOwn(all, bucket) ? all[bucket] : all['*']) as Readonly<Record<string, unknown>> | null | undefined;
    const text = (name: string): string | undefined => {
      const given = entry?.[name];
      return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
    };
    const pathStyle = entry?.['pathStyle'];
    return {
      endpoint: text('endpoint'),
      region: text('region'),
      profile: text('profile'),
      pathStyle: typeof pathStyle === 'boolean' ? pathStyle : undefined,
    };
  },

  /** Sets how a bucket is reached, for the user: which profile someone has is not for the others of a team. */
  async setObjectStore(bucket: string, options: ObjectStoreOptions): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const current = configuration.inspect<Readonly<Record<string, unknown>>>('objectStores')?.globalValue;
    await configuration.update('objectStores', { ...current, [bucket]: options }, vscode.ConfigurationTarget.Global);
  },

  /** Adds a folder to the setting. */
  async addDataRoot(text: string): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const target = settings.dataRootsTarget();
    const inspected = configuration.inspect<unknown>('dataRoots');
    const current = target === vscode.ConfigurationTarget.Workspace ? inspected?.workspaceValue : inspected?.globalValue;
    const entries = Array.isArray(current) ? (current as unknown[]) : [];
    if (!entries.includes(text)) await configuration.update('dataRoots', [...entries, text], target);
  },

  /** Whether a change concerns one of the settings named. */
  affects(
    event: vscode.ConfigurationChangeEvent,
    ...names: readonly ('dataRoots' | 'objectStores' | 'maxContentSize' | 'descriptionLanguage' | 'toolService' | 'transcriptLint')[]
  ): boolean {
    return names.some((name) => event.affectsConfiguration(`${SECTION}.${name}`));
  },
};

/** Under which the samples of a workspace are remembered. */
const SAMPLES_KEY = 'agentArtifacts.samples';

/** The samples that were made in this workspace. They are remembered with it: its settings may be under version control. */
export class Samples {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get folders(): readonly vscode.Uri[] {
    return this.#memory.get<readonly string[]>(SAMPLES_KEY, []).map((text) => vscode.Uri.parse(text, true));
  }

  async add(folder: vscode.Uri): Promise<void> {
    await this.forget(folder);
    await this.#memory.update(SAMPLES_KEY, [...this.#memory.get<readonly string[]>(SAMPLES_KEY, []), folder.toString()]);
  }

  async forget(folder: vscode.Uri): Promise<void> {
    const others = this.#memory.get<readonly string[]>(SAMPLES_KEY, []).filter((text) => text !== folder.toString());
    await this.#memory.update(SAMPLES_KEY, others);
  }
}

/** The display language of VS Code, as descriptions follow it. */
export function editorLanguage(): DescriptionLanguage {
  return descriptionLanguageFor(vscode.env.language);
}

/** The language that a value of the setting fixes; undefined: that of the display. */
export function fixedLanguage(value: unknown): DescriptionLanguage | undefined {
  return value === 'zh' || value === 'en' ? value : undefined;
}
