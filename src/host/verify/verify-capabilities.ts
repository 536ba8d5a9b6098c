import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { writtenCapabilities } from '../../core/models/capability-cells.ts';
import type { ServiceEntry } from '../../core/models/validate.ts';
import { type Environment, type TargetProblem, VerifyTarget } from '../../core/verify/target.ts';
import { parseVerifyRequest, type VerifyHostMessage, type VerifyRequest, type VerifyState } from '../../shared/verify-protocol.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { notifyError } from '../screen/notify.ts';
import { assetsFolder, freshNonce, pageAssets } from '../screen/page-assets.ts';
import { pageHtml } from '../screen/page-html.ts';
import { reportRefusal } from '../screen/document-edit.ts';
import { revealService } from '../services/edit-service.ts';
import { pickEntry } from '../services/edit-capabilities.ts';
import { isServiceArgument, isServiceInFile, targetFile } from '../services/service-target.ts';
import { stateOf } from '../services/services-state.ts';
import { type SessionDependencies, VerifySession } from './verify-session.ts';

/** What *Verify Capabilities…* works with. */
export interface VerifyDependencies extends SessionDependencies {
  readonly roots: DataRoots;
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  readonly environment: Environment;
  readonly createPanel: () => vscode.WebviewPanel;
}

/** A service's verification on the screen. */
interface Shown {
  readonly session: VerifySession;
  readonly panel: VerifyPanel;
  /** What the person agreed to last. */
  agreed: VerifyTarget | undefined;
}

/** Verifies services, when a person asks, and shows what came of it: one table a service. */
export class Verifier implements vscode.Disposable {
  readonly #dependencies: VerifyDependencies;
  readonly #shown = new Map<string, Shown>();

  constructor(dependencies: VerifyDependencies) {
    this.#dependencies = dependencies;
  }

  /** Picks a service where none is given, asks, sends, and shows. Resolves when all answers are there. */
  async verify(argument: unknown): Promise<void> {
    if (!vscode.workspace.isTrusted) return this.#dependencies.dialogue.refuseUntrusted();
    const uri = await targetFile(this.#dependencies.roots, argument);
    if (uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(uri);
    const { usable, entries } = (await stateOf(document)).validated;
    if (!usable) return reportRefusal(document, 'unusable_text');
    const wanted = isServiceArgument(argument) || isServiceInFile(argument) ? argument.serviceId : undefined;
    const entry = wanted
      ? entries.find(({ id }) => id === wanted)
      : await pickEntry(document, entries, vscode.l10n.t('Verify Capabilities of a Service'));
    if (entry?.config) await this.#verifyEntry(document, entry.config.id, 'ask');
    else if (wanted) await reportRefusal(document, 'service_not_found');
  }

  dispose(): void {
    for (const { panel } of [...this.#shown.values()]) panel.dispose();
  }

  /** @param consent `given`: repeated from the page: the same address and key need no second consent */
  async #verifyEntry(document: vscode.TextDocument, id: string, consent: 'ask' | 'given'): Promise<void> {
    const key = `${document.uri.toString()}\n${id}`;
    const before = this.#shown.get(key);
    if (before?.session.isRunning) return before.panel.panel.reveal();
    const target = await this.#targetOf(document, id);
    if (!target) return;
    const isAgreed = consent === 'given' && before?.agreed?.isSameAs(target) === true;
    if (!isAgreed && !(await this.#dependencies.dialogue.confirm(target))) return;
    // meanwhile the window may have lost its trust, and another verification of this service may have begun
    if (!vscode.workspace.isTrusted) return this.#dependencies.dialogue.refuseUntrusted();
    const shown = this.#shown.get(key) ?? this.#open(key, document, target);
    shown.agreed = target;
    shown.panel.panel.reveal();
    if (!shown.session.isRunning) await shown.session.run(target);
  }

  /** The service as requests are sent to it; obstacles are reported. */
  async #targetOf(document: vscode.TextDocument, id: string): Promise<VerifyTarget | undefined> {
    const { environment, dialogue } = this.#dependencies;
    const { text, validated } = await stateOf(document);
    const entry = validated.entries.find((each) => each.id === id);
    if (!entry?.config) {
      await reportRefusal(document, 'service_not_found');
      return undefined;
    }
    const declared = writtenCapabilities(text, entry);
    const target = VerifyTarget.of(entry.config, declared, { environment });
    if (!(target instanceof VerifyTarget)) {
      this.#report(document, entry, target);
      return undefined;
    }
    const variable = target.key.from === 'none' ? target.providerVariable : undefined;
    if (variable === undefined || !environment(variable)) return target;
    const answer = await dialogue.useVariable(variable);
    if (answer !== 'variable') return answer === 'no_key' ? target : undefined;
    const withKey = VerifyTarget.of(entry.config, declared, { environment, variable });
    if (withKey instanceof VerifyTarget) return withKey;
    this.#report(document, entry, withKey);
    return undefined;
  }

  #report(document: vscode.TextDocument, { index, id = '', config }: ServiceEntry, problem: TargetProblem): void {
    this.#dependencies.dialogue.reportProblem(config?.name || id, problem, () => revealService(document, { index }));
  }

  #open(key: string, document: vscode.TextDocument, target: VerifyTarget): Shown {
    const { extensionUri, logger, createPanel } = this.#dependencies;
    const session = new VerifySession(document, target, this.#dependencies);
    const onClosed = (): void => {
      session.dispose();
      this.#shown.delete(key);
    };
    const onRequest = (request: PageRequest): void => void this.#handleRequest(request, session);
    const panel = new VerifyPanel(createPanel(), session.state, { extensionUri, logger, onRequest, onClosed });
    session.onDidChange((state) => panel.show(state));
    const shown: Shown = { session, panel, agreed: undefined };
    this.#shown.set(key, shown);
    return shown;
  }

  /** Does what a page asks for. */
  async #handleRequest(request: PageRequest, session: VerifySession): Promise<void> {
    try {
      switch (request) {
        case 'apply':
          return await session.apply();
        case 'again':
          return await this.#verifyEntry(await vscode.workspace.openTextDocument(session.document.uri), session.target.id, 'given');
        case 'cancel':
          return session.cancel();
        case 'copyMarkdown':
          return await session.copyMarkdown();
        case 'openFile':
          return await session.openFile();
      }
    } catch (error) {
      await notifyError(error);
    }
  }
}

/** What a page may ask for. */
type PageRequest = Exclude<VerifyRequest['type'], 'ready'>;

/** The table of one service's results. It lasts as long as the window: results of another day would mislead. */
class VerifyPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #logger: Logger;
  readonly #onRequest: (request: PageRequest) => void;
  readonly #disposables: vscode.Disposable[];
  #state: VerifyState;
  #isReady = false;
  #isDisposed = false;

  /** @param panel untitled: it is called as its heading, and follows it */
  constructor(panel: vscode.WebviewPanel, state: VerifyState, { extensionUri, logger, onRequest, onClosed }: VerifyPanelOptions) {
    this.panel = panel;
    this.#state = state;
    this.#entitle();
    this.#logger = logger;
    this.#onRequest = onRequest;
    const onClose = (): void => {
      this.#isDisposed = true;
      for (const disposable of this.#disposables) disposable.dispose();
      onClosed();
    };
    this.#disposables = [panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)), panel.onDidDispose(onClose)];
    panel.iconPath = { light: iconOf(extensionUri, 'light'), dark: iconOf(extensionUri, 'dark') };
    setUpPage(panel, extensionUri);
  }

  show(state: VerifyState): void {
    this.#state = state;
    this.#entitle();
    this.#post({ type: 'state', state });
  }

  dispose(): void {
    if (!this.#isDisposed) this.panel.dispose();
  }

  #entitle(): void {
    const title = vscode.l10n.t('Verify: {0}', this.#state.name);
    if (this.panel.title !== title) this.panel.title = title;
  }

  #post(message: VerifyHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.panel.webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const parsed = parseVerifyRequest(data);
    if (!parsed.ok) {
      this.#logger.warn(`verify: dropped a malformed message (${parsed.reason})`);
    } else if (parsed.message.type === 'ready') {
      this.#isReady = true;
      this.#post({ type: 'init', locale: vscode.env.language, bundle: { ...vscode.l10n.bundle }, state: this.#state });
    } else {
      this.#onRequest(parsed.message.type);
    }
  }
}

interface VerifyPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  readonly onRequest: (request: PageRequest) => void;
  readonly onClosed: () => void;
}

function iconOf(extensionUri: vscode.Uri, theme: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'media', 'icons', `verify-${theme}.svg`);
}

function setUpPage({ webview, title }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri)] };
  webview.html = pageHtml(pageAssets(webview, extensionUri, 'verify', title), freshNonce());
}
