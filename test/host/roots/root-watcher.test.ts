import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { watchRoot } from '../../../src/host/roots/data-roots.ts';
import { temporaryRoot, until } from '../artifacts/tree-fixture.ts';
import { watched } from '../watched.ts';

describe('watching a data root', () => {
  for (const [folder, parts] of [
    ['config', ['services', 'layout']],
    ['data', ['artifacts', 'agents']],
  ] as const) {
    it(`tells of its ${folder} folder when that goes and comes as a whole`, async () => {
      const { root, remove } = await temporaryRoot('real');
      const told = new vscode.EventEmitter<string>();
      const seen = new Set<string>();
      const tell = (part: string) => (): void => {
        seen.add(part);
        told.fire(part);
      };
      const changes = {
        artifacts: tell('artifacts'),
        services: tell('services'),
        agents: tell('agents'),
        layout: tell('layout'),
      } satisfies Record<string, (root: OpenRoot) => void>;
      const [here, away] = [path.join(root.folder.fsPath, folder), `${root.folder.fsPath}-away`];
      const watching = vscode.Disposable.from(watchRoot(root, changes), await watched(root.folder));
      try {
        for (const move of [() => rename(here, away), () => rename(away, here)]) {
          seen.clear();
          await move();
          await until(told.event, () => Promise.resolve(parts.every((part) => seen.has(part))), `${parts.join(' and ')} of ${folder}`);
        }
      } finally {
        watching.dispose();
        await rm(away, { recursive: true, force: true });
        await remove();
      }
    });
  }
});
