import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PreviewPanel } from '../../../src/host/preview/preview-panel.ts';
import { pickAnyModel } from '../../../src/host/preview/model-quick-pick.ts';
import type { PanelContext } from '../../../src/host/preview/panel-context.ts';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { parseReference, type ArtifactReference } from '../../../src/core/refs/reference.ts';
import { parseHostMessage } from '../../../src/shared/preview-protocol.ts';
import { FakePanel } from '../fake-panel.ts';
import { shown, type PreviewFixture } from './preview-fixture.ts';

/** A preview whose page is this test, over a fixture's root and choice of model. */
export class FakePage {
  readonly fake = new FakePanel(parseHostMessage);
  readonly panel: PreviewPanel;
  readonly #fixture: PreviewFixture;
  /** The choices between answer and attachment that were to be remembered. */
  readonly forms: string[] = [];
  /** What comes of “Edit Capabilities…”. */
  editing: PanelContext['editCapabilities'] = async () => undefined;
  /** What is remembered of choices. */
  readonly memory = memory();
  #requests = 0;

  constructor(fixture: PreviewFixture) {
    this.#fixture = fixture;
    const services: PanelContext = {
      extensionUri: vscode.Uri.file('/extension'),
      logger: { debug() {}, info() {}, warn: (text) => fixture.warnings.push(text), error: (text) => fixture.warnings.push(text) },
      selectedService: (models) => fixture.previewService.selectedServiceId(models) ?? null,
      selectService: (models, serviceId) => {
        fixture.previewService.select(models, serviceId ?? undefined);
        void this.panel.route();
      },
      rememberForm: (form) => this.forms.push(form),
      recentModels: () => fixture.previewService.recentModels(),
      pickModel: (models) => pickAnyModel(models, fixture.previewService),
      memory: this.memory,
      addModel: async () => undefined,
      editCapabilities: (root, serviceId) => this.editing(root, serviceId),
    };
    this.panel = new PreviewPanel(this.fake as unknown as vscode.WebviewPanel, services);
    this.panel.onDidRequestPin((pinned) => this.panel.setPinned(pinned));
    this.panel.onDidRequestArtifact((request) => void this.panel.show(request));
  }

  /** Shows artifacts to the page. */
  async show(...references: readonly [string, ...string[]]): Promise<void> {
    const [first, ...others] = references.map(refer) as [ArtifactReference, ...ArtifactReference[]];
    await this.panel.show({ source: new RootSource(this.#fixture.root, this.#fixture.fs), references: [first, ...others] });
    this.fake.received.fire({ type: 'ready' });
  }

  /** Says something of what is shown now. */
  say(message: Record<string, unknown>): void {
    const last = this.fake.sent.findLast((each) => 'generation' in each);
    this.fake.received.fire({ generation: last && 'generation' in last ? last.generation : 0, ...message });
  }

  /** Asks for something that is answered, and waits for the answer. @returns whether it was done */
  async ask(message: Record<string, unknown>): Promise<boolean> {
    const request = ++this.#requests;
    const answer = this.fake.next((each) => each.type === 'reply' && each.request === request);
    this.say({ ...message, request });
    const reply = await answer;
    return reply.type === 'reply' && reply.done;
  }

  /** Applies the fix with this label. */
  applyFix(label: string): void {
    const index = this.panel.state?.why.fixes.findIndex((fix) => fix.label === label) ?? -1;
    assert.notEqual(index, -1, `There is no fix “${label}”: ${JSON.stringify(this.panel.state?.why.fixes)}`);
    this.say({ type: 'applyFix', index });
  }

  readonly shown = (condition: Parameters<typeof shown>[1]): ReturnType<typeof shown> => shown(this.panel, condition);

  dispose(): void {
    this.panel.dispose();
  }
}

/** A panel that no window draws. Its page is up at once. */
export function undrawnPanel(): vscode.WebviewPanel {
  const never = new vscode.EventEmitter<never>();
  const shown = { active: true, visible: true, reveal: () => undefined, onDidChangeViewState: never.event };
  const panel = Object.assign(new FakePanel(parseHostMessage), shown);
  setImmediate(() => panel.received.fire({ type: 'ready' }));
  return panel as unknown as vscode.WebviewPanel;
}

/** A memory like that of a workspace. */
export function memory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  } as vscode.Memento;
}

/** A reference from its text. */
export function refer(text: string): ArtifactReference {
  const parsed = parseReference(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}

/** Lets a function of `vscode.window` answer something else while work is done. */
export async function answering<K extends keyof typeof vscode.window, T>(
  name: K,
  answer: (...args: never[]) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const original = vscode.window[name];
  const replace = (value: unknown): void => void Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
  replace(answer);
  try {
    return await work();
  } finally {
    replace(original);
  }
}
