/** Sessions of other programs where the extension host of a window looks for them. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodedFolder } from '../../../src/core/conversation/sessions.ts';
import { brokenSession } from '../../support/broken-session.ts';
import { writingSession } from '../../support/writing-session.ts';
import type { Workbench } from './workbench.ts';

/** The id of the n-th session. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** Writes sessions of Claude Code. @returns their folder */
export async function writeSessions(w: Workbench): Promise<string> {
  const projects = path.join(w.server.dataDir, 'claude/projects');
  const own = path.join(projects, encodedFolder(w.folder));
  await mkdir(own, { recursive: true });
  const question = { parentUuid: null, cwd: w.folder, sessionId: 's', type: 'user', uuid: 'u', timestamp: '2026-11-01T10:00:00.000Z' };
  const file = path.join(w.folder, 'docs/plan.md');
  const picture = await readFile(path.resolve(import.meta.dirname, '../../fixtures/project/docs/diagram.png'));
  await writeFile(
    path.join(own, `${uuid(3)}.jsonl`),
    writingSession({ cwd: w.folder, file, contents: ['# Plan\n', '# Plan\n\n1. Read\n'], picture }),
  );
  await mkdir(path.join(own, uuid(3), 'tool-results'), { recursive: true });
  await writeFile(path.join(own, uuid(3), 'tool-results/build-log.txt'), 'Built in 12 s\n'.repeat(2000));
  await writeFile(path.join(own, `${uuid(1)}.jsonl`), brokenSession().replaceAll('"/project"', JSON.stringify(w.folder)));
  await writeFile(
    path.join(own, `${uuid(2)}.jsonl`),
    `${JSON.stringify({ ...question, message: { role: 'user', content: 'Rename the settings' } })}\n`,
  );
  return projects;
}

/**
 * Writes what Antigravity keeps of a conversation, by the layout that is documented: the program itself was not run.
 * @returns its folder
 */
export async function writeDocuments(w: Workbench): Promise<string> {
  const home = path.join(w.server.dataDir, 'home/.gemini');
  const brain = path.join(home, 'antigravity/brain', uuid(4));
  await mkdir(path.join(brain, '.system_generated/logs'), { recursive: true });
  const plans = ['# Move the settings\n\n- Find them all\n', '# Move the settings\n\n- Find them all\n- Move each\n'];
  for (const [at, plan] of plans.entries()) await writeFile(path.join(brain, `implementation_plan.md.resolved.${at}`), plan);
  for (const name of ['implementation_plan.md', 'implementation_plan.md.resolved']) await writeFile(path.join(brain, name), plans[1] ?? '');
  await writeFile(path.join(brain, 'implementation_plan.md.metadata.json'), '{"summary": "A plan"}');
  await writeFile(path.join(brain, 'task.md'), '# Tasks\n\n- [x] Find the settings\n');
  await cp(path.resolve(import.meta.dirname, '../../fixtures/project/docs/diagram.png'), path.join(brain, 'settings_page.png'));
  return home;
}
