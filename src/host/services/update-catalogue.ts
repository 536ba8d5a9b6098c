import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import type { Logger } from '../../core/io/logger.ts';
import { catalogueDate, type CatalogueFile } from '../../core/models/catalogue/catalogue-file.ts';
import { bundledCatalogue, catalogueInUse } from '../../core/models/catalogue/load-catalogue.ts';
import type { CatalogueUpdates } from '../../platform/host-catalogue.ts';
import { catalogueUpdates } from '../../platform/host-platform.node.ts';
import type { PackageVersion } from '../../platform/npm-package.ts';
import { withAge } from '../screen/dated-source.ts';
import { choose, notify, showProgress } from '../screen/notify.ts';
import { showInput, showPick } from '../screen/quick-pick.ts';
import { followKeptCatalogue } from './catalogue-in-use.ts';

/** Where a catalogue may come from, as an item of the list. */
interface Source extends vscode.QuickPickItem {
  /** Gets it, or goes back; undefined when the person changed their mind, else a sentence. */
  readonly take: () => Promise<Outcome | undefined>;
}

interface Outcome {
  readonly sentence: string;
  readonly isChanged: boolean;
}

/**
 * Gets another catalogue of models and prices from where a person says, after they have read what is fetched and from where; or goes back to the
 * bundled one.
 */
export async function updateModelCatalogue(
  logger: Pick<Logger, 'warn'>,
  loadUpdates: () => Promise<CatalogueUpdates | undefined> = catalogueUpdates,
): Promise<void> {
  const updates = vscode.workspace.isTrusted ? await loadUpdates() : undefined;
  if (!updates)
    return notify(
      'information',
      vscode.l10n.t('The model catalogue can be updated only in VS Code on a computer, in a workspace that you trust.'),
    );
  const { file: before, place } = await catalogueInUse();
  const date = catalogueDate(before);
  const picked = await showPick([...sources(updates, before), ...(place === undefined ? [] : [await backToBundled(updates)])], {
    title: vscode.l10n.t('Update Model Catalogue'),
    placeHolder: vscode.l10n.t('In use: models and prices of {0}', withAge(date, date)),
  });
  const outcome = await picked?.take();
  if (!outcome) return;
  if (outcome.isChanged) followKeptCatalogue(logger);
  notify(outcome.isChanged ? 'information' : 'error', outcome.sentence);
}

function sources(updates: CatalogueUpdates, before: CatalogueFile): readonly Source[] {
  return [
    {
      label: updates.packageName,
      description: vscode.l10n.t('npm package'),
      detail: vscode.l10n.t('Asks the registry for the newest version; fetches nothing before you agree'),
      take: () => fromPackage(updates.packageName, updates, before),
    },
    {
      label: vscode.l10n.t('Another npm Package…'),
      detail: vscode.l10n.t('One with a catalogue.json in it'),
      take: async () => {
        const name = await showInput({
          title: vscode.l10n.t('Update Model Catalogue'),
          prompt: vscode.l10n.t('The name of an npm package with a catalogue.json in it'),
          placeHolder: '@acme/models',
          ignoreFocusOut: true,
        });
        return name === undefined ? undefined : fromPackage(name.trim(), updates, before);
      },
    },
    {
      label: vscode.l10n.t('A File…'),
      detail: vscode.l10n.t('As “agent-artifacts catalogue export” prints it'),
      take: async () => {
        const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false, filters: { JSON: ['json'] } })) ?? [];
        return uri && kept(await updates.fetch(uri.fsPath), updates, before);
      },
    },
  ];
}

async function backToBundled(updates: CatalogueUpdates): Promise<Source> {
  const date = catalogueDate(await bundledCatalogue());
  return {
    label: vscode.l10n.t('Use the Bundled Catalogue'),
    description: withAge(date, date),
    detail: vscode.l10n.t('Removes the catalogue that you got'),
    take: async () => {
      await updates.forget();
      return { sentence: vscode.l10n.t('The bundled model catalogue of {0} is in use.', date), isChanged: true };
    },
  };
}

/** Fetches the newest version of a package, once the person has agreed to just that. @throws CancellationError */
async function fromPackage(name: string, updates: CatalogueUpdates, before: CatalogueFile): Promise<Outcome | undefined> {
  const asking = vscode.l10n.t('Asking the registry for {0}…', name);
  const newest = await cancellable(asking, (signal) => updates.newest(name, signal));
  if (typeof newest === 'string') return unchanged(newest);
  const fetch = vscode.l10n.t('Fetch');
  const question = {
    question: vscode.l10n.t('Fetch {0} {1}?', newest.name, newest.version),
    paragraphs: [
      ...whatIsFetched(newest, updates.mostBytes),
      vscode.l10n.t('No code of the package is run. Its list is checked and kept.'),
    ],
    action: fetch,
  };
  if ((await choose(question)) !== fetch) return undefined;
  const fetching = vscode.l10n.t('Fetching {0} with npm…', name);
  return kept(await cancellable(fetching, (signal) => updates.fetch(newest, signal)), updates, before);
}

/** From where a package comes and how much it is, as far as the registry says so. */
function whatIsFetched({ address, size }: PackageVersion, mostBytes: number): readonly string[] {
  const host = address === undefined ? undefined : URL.parse(address)?.host;
  return [
    host === undefined
      ? vscode.l10n.t('Your npm fetches it from the registry that it is configured for.')
      : vscode.l10n.t('Your npm fetches it from {0}.', host),
    size === undefined
      ? vscode.l10n.t('The registry does not say how large it is. An archive of more than {0} is refused.', formatSize(mostBytes))
      : vscode.l10n.t('Unpacked, it is {0}. An archive of more than {1} is refused.', formatSize(size), formatSize(mostBytes)),
  ];
}

async function kept(
  fetched: Awaited<ReturnType<CatalogueUpdates['fetch']>>,
  updates: CatalogueUpdates,
  before: CatalogueFile,
): Promise<Outcome> {
  if (typeof fetched === 'string') return unchanged(fetched);
  await updates.keep(fetched);
  const ids = Object.keys(fetched.file.models.models);
  const added = ids.filter((id) => !Object.hasOwn(before.models.models, id)).length;
  const sentence = vscode.l10n.t(
    'Models and prices of {0} are in use ({1}). Models: {2}, new ones: {3}.',
    fetched.date,
    fetched.from,
    ids.length.toLocaleString(vscode.env.language),
    added.toLocaleString(vscode.env.language),
  );
  return { sentence, isChanged: true };
}

function unchanged(reason: string): Outcome {
  return { sentence: vscode.l10n.t('The model catalogue stays as it is. {0}', reason), isChanged: false };
}

/** Shows that something is under way, and stops it when the person wants. @throws CancellationError */
function cancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
    return work(stop.signal);
  });
}
