import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import type { ArtifactsView } from '../artifacts/register.ts';
import type { ContentSource } from '../preview/content-source.ts';
import type { Previewer } from '../preview/preview-target.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { onCommand, runCommand } from '../screen/commands.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { TerminalReference } from './reference-links.ts';

/**
 * All documents. Of links in one place VS Code takes those of the provider that names the scheme: its own finds `artifact:///31` too.
 */
const EVERYWHERE: vscode.DocumentSelector = [...['file', 'untitled', 'output', 'vscode-remote'].map((scheme) => ({ scheme })), '*'];

/** What references lead to. */
export interface ReferencesDependencies {
  readonly roots: DataRoots;
  readonly previewService: Pick<PreviewService, 'selectedServiceId'>;
  readonly artifacts: Pick<ArtifactsView, 'reveal'>;
  readonly preview: Previewer & { sourceOf(root: OpenRoot): ContentSource };
}

/** Registers everything that makes references work where people meet them; what a reference leads to is loaded with the first one that is used. */
export function registerReferences(dependencies: ReferencesDependencies): vscode.Disposable {
  return vscode.Disposable.from(
    registerLinks(),
    vscode.languages.registerHoverProvider('*', new ReferenceHover(dependencies)),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await import('./open-reference.ts')).openFromOutside(dependencies, uri),
    }),
    onCommand('agentArtifacts.internal.openReference', async (reference: unknown, from: unknown, rootId: unknown) => {
      if (typeof reference !== 'string') return;
      const { openReference } = await import('./open-reference.ts');
      const place = typeof from === 'string' ? vscode.Uri.parse(from) : undefined;
      await openReference(dependencies, reference, place, typeof rootId === 'string' ? rootId : undefined);
    }),
    registerGoToArtifact(dependencies),
  );
}

/** Links in editors, output channels and terminals. Where there is no terminal, VS Code asks for none. */
function registerLinks(): vscode.Disposable {
  const found: vscode.Disposable[] = [];
  const load = loadOnce(async () => {
    const { ReferenceLinks, terminalLinks } = await import('./reference-links.ts');
    // A new registration is what makes VS Code ask again.
    const links = new ReferenceLinks(() => register());
    found.push(links);
    return { links, terminalLinks };
  });
  const provider: vscode.DocumentLinkProvider = {
    provideDocumentLinks: async (document) => (await load()).links.provideDocumentLinks(document),
    resolveDocumentLink: async (link) => (await load()).links.resolveDocumentLink(link),
  };
  let registration: vscode.Disposable | undefined;
  const register = (): void => {
    registration?.dispose();
    registration = vscode.languages.registerDocumentLinkProvider(EVERYWHERE, provider);
  };
  register();
  return vscode.Disposable.from(
    new vscode.Disposable(() => vscode.Disposable.from(...found, ...(registration ? [registration] : [])).dispose()),
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: async (context) => (await load()).terminalLinks(context),
      handleTerminalLink: ({ reference, folder }: TerminalReference) =>
        runCommand('agentArtifacts.internal.openReference', reference, folder?.toString()),
    }),
  );
}

/** Registers the command that goes to an artifact by its reference or its name. */
export function registerGoToArtifact({
  roots,
  artifacts,
  preview,
}: Pick<ReferencesDependencies, 'roots' | 'artifacts'> & { readonly preview: Previewer }): vscode.Disposable {
  return onCommand('agentArtifacts.goToArtifact', async () => {
    if (await isWithoutRoots(roots)) return;
    // loaded on first use
    const { askForArtifact, startingText } = await import('./go-to-artifact.ts');
    const chosen = await askForArtifact(roots, startingText());
    if (!chosen) return;
    await artifacts.reveal(chosen.root, chosen.reference);
    await preview.show(chosen.root, chosen.reference, {});
  });
}

class ReferenceHover implements vscode.HoverProvider {
  readonly #dependencies: ReferencesDependencies;

  constructor(dependencies: ReferencesDependencies) {
    this.#dependencies = dependencies;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const found = (await import('./reference-links.ts')).referenceUnder(document, position);
    if (!found) return undefined;
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      const { referenceHover } = await import('./reference-hover.ts');
      const { roots, previewService, preview } = this.#dependencies;
      const asked = { roots, previewService, sourceOf: (root: OpenRoot) => preview.sourceOf(root) };
      const markdown = await referenceHover(asked, found.reference, document.uri, controller.signal);
      return markdown && new vscode.Hover(markdown, found.range);
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    } finally {
      listener.dispose();
    }
  }
}
