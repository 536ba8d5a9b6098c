import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';
import { closeAllEditors } from '../services/services-fixture.ts';
import { answering, FakePage } from './fake-panel.ts';
import { openFixture, type PreviewFixture } from './preview-fixture.ts';
import { copyOfRealRoot, type RootCopy } from './temporary-copy.ts';

/** A preview of a copy of the real root that a test may change. */
export class PreviewStage {
  readonly copy: RootCopy;
  readonly fixture: PreviewFixture;
  readonly page: FakePage;

  private constructor(copy: RootCopy, fixture: PreviewFixture) {
    this.copy = copy;
    this.fixture = fixture;
    this.page = new FakePage(fixture);
  }

  static async open(): Promise<PreviewStage> {
    const copy = await copyOfRealRoot();
    return new PreviewStage(copy, await openFixture(copy.uri));
  }

  async close(): Promise<void> {
    this.page.dispose();
    this.fixture.dispose();
    await closeAllEditors();
    await this.copy.remove();
  }

  /** Shows artifacts as this service would receive them; without one as no model does. */
  async showFor(serviceId: string | undefined, ...references: [string, ...string[]]): Promise<PreviewState> {
    await this.fixture.previewService.select(this.fixture.root, serviceId);
    await this.page.show(...references);
    return this.page.shown(({ selected }) => selected === (serviceId ?? null));
  }

  /** Shows artifacts, and says why they go as they do. */
  async whyOf(serviceId: string | undefined, ...references: [string, ...string[]]): Promise<PreviewState['why'] & { state: PreviewState }> {
    const state = await this.showFor(serviceId, ...references);
    return { ...state.why, state };
  }

  get servicesFile(): vscode.Uri {
    return this.copy.file('config', 'llmservices.json');
  }

  /** Another text in the services file, read at once. */
  async writeServices(text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.servicesFile, new TextEncoder().encode(text));
    await this.fixture.root.services.load();
  }

  /** Lets a fix be done. @returns what is said of it; no editor has come to the front */
  async fixing(work: () => void): Promise<string> {
    let tell: (sentence: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const sentence = await answering('showInformationMessage', (async (each: string) => tell(each)) as never, () => {
      work();
      return told;
    });
    assert.equal(vscode.window.activeTextEditor, undefined);
    return sentence;
  }
}

export async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
