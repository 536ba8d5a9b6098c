import assert from 'node:assert/strict';
import { copyFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countedSession } from '../support/counted-session.ts';
import { pictureSession } from '../support/picture-session.ts';
import { uuid, writeDocuments, writeSessions } from './support/planted-sessions.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** What is not translated: names and values of the data, of formats, of units and of the message's fields. */
const untranslated =
  /image_url|image\/png|data:\S*|drawn by canvas(\.png)?|agent-artist|artifact:31|\b(PNG|KB|JSON|gpt-4o?|claude[\w-]*|vision|text|audio|file|gemini-2\.5-pro|qwen2\.5-coder-32b-instruct)\b/g;

/** Three requests, the last of which reads nothing from the cache. */
const COUNTED = countedSession([
  [4, 0, 20_000, 0],
  [4, 20_000, 1700, 40],
  [4, 0, 23_400, 900],
])
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

describe('in Chinese', () => {
  let w: Workbench;
  const planted: string[] = [];

  after(async () => {
    for (const folder of planted) await rm(folder, { recursive: true, force: true });
  });

  before(async () => {
    w = await lendWorkbench({ server: 'chinese', viewport: { width: 1280, height: 800 } });
  });

  const wordsLeftEnglish = (text: string): string[] => text.replaceAll(untranslated, '').match(/[A-Za-z]{2,}/g) ?? [];

  it('the tree speaks Chinese', async () => {
    await w.artifactRow(31).waitFor();
    assert.match((await w.artifactRow(31).getAttribute('aria-label')) ?? '', /^drawn by canvas, 31, PNG 图片, 9\.1 KB, .*前$/);
    assert.match((await w.artifactRow(33).getAttribute('aria-label')) ?? '', /^pending-export\.mp4, 33, 已预留, MP4 视频, /);
    await w.treeRow('存储').waitFor();
    const actions = await w
      .viewHeader('工件')
      .locator('.action-label')
      .evaluateAll((labels) => labels.map((label) => label.getAttribute('aria-label') ?? ''));
    for (const title of ['筛选工件…', '转到工件…', '刷新工件'])
      assert.ok(actions.includes(title), `${title} is not among ${actions.join(', ')}`);
  });

  it('the preview speaks Chinese, every word of it, and so does the message, for either kind of model', async () => {
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 像素' }).waitFor();
    await w.pickModel('纯文本模型');
    await w.verdict('以文字描述代替图片');
    await w.page.mouse.move(0, 0);
    await w.screenshot('chinese-dark');
    const text = await w.webviewFrame().locator('body').innerText();
    assert.deepEqual(wordsLeftEnglish(text), []);
    await w.webviewFrame().getByRole('tab', { name: '消息' }).click();
    await w.webviewFrame().getByText('模型读到的文本', { exact: true }).waitFor();
    assert.deepEqual(wordsLeftEnglish(await w.webviewFrame().locator('body').innerText()), []);
    await w.pickModel('视觉模型');
    assert.match(await w.verdict('image_url'), /^视觉模型 声明了输入能力“vision”。/);
    await w.screenshot('chinese-message-dark');
  });

  it('so do the requests of a session, the fate of its files, and what programs send of a PDF', async () => {
    await writeFile(path.join(w.folder, 'counted.jsonl'), COUNTED);
    await copyFile(path.join(import.meta.dirname, '../fixtures/sessions/copilot-cli.jsonl'), path.join(w.folder, 'events.jsonl'));
    await w.openFile('counted.jsonl');
    await w.runCommand('作为对话打开');
    await w.webviewFrame().getByRole('button', { name: '请求', exact: true }).click();
    await w.webviewFrame().locator('requests-picture .bar').first().waitFor();
    await w.screenshot('chinese-requests-dark');
    assert.deepEqual(wordsLeftEnglish(await w.webviewFrame().locator('requests-table').innerText()), []);
    await w.openFile('events.jsonl');
    await w.runCommand('作为对话打开');
    await w.webviewFrame().getByText('该程序读取了 planted.png，却只发送了这段文字').first().waitFor();
    await w.screenshot('chinese-receipt-dark');
    await w.runCommand('转到工件…');
    await w.input.fill('15');
    await w.page.keyboard.press('Enter');
    await w.webviewFrame().getByRole('tab', { name: '比较' }).click();
    const copilot = w.webviewFrame().locator('preview-compare tr').filter({ hasText: 'Copilot CLI' });
    await copilot.filter({ hasText: '把原始字节当作文本' }).waitFor();
    await copilot.scrollIntoViewIfNeeded();
    await w.screenshot('chinese-programs-dark');
  });

  it('so does the dialog before a session is slimmed', async () => {
    const file = path.join(w.folder, 'pictures.jsonl');
    await writeFile(file, pictureSession(8));
    const before = new Date(Date.now() - 60_000);
    await utimes(file, before, before);
    await w.openFile('pictures.jsonl');
    await w.runCommand('作为对话打开');
    await w.webviewFrame().locator('vscode-button').filter({ hasText: '瘦身…' }).click();
    const dialog = w.page.locator('.monaco-dialog-box');
    await dialog.getByText('pictures.jsonl').first().waitFor();
    await w.screenshot('chinese-slim-dark');
    // “Cancel” is VS Code's own, which is English here
    assert.deepEqual(wordsLeftEnglish((await dialog.innerText()).replaceAll(/pictures\.jsonl[\w.-]*|\b(KB|MB|Cancel)\b/g, '')), []);
    await dialog.locator('.monaco-button').filter({ hasText: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('so does the capability matrix, but for the names of capabilities, models and packages', async () => {
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="视觉模型,"]').click();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"vision-model"' }).waitFor();
    await w.runCommand('在侧边打开能力矩阵');
    await w.webviewFrame().locator('[data-row="2"][data-column="3"]').focus();
    await w.webviewFrame().locator('matrix-footer').getByText('模型目录显示该模型支持').waitFor();
    await w.screenshot('matrix-chinese-dark');
    const text = await w.webviewFrame().locator('body').innerText();
    const names =
      /@?[\w.-]+\/[\w.-]+( \d[\w.]*)?|\b(text|vision|audio|video|file|tool_result_media|tool_|result_|media|structured_output|structured_|output|tool_calling|calling|text-model|vision-model|multimodal-model|legacy-model|gpt-4o?|gemini-2\.5-pro|qwen2\.5-coder-32b-instruct)\b/g;
    assert.deepEqual(text.replaceAll(names, '').match(/[A-Za-z]{2,}/g) ?? [], []);
  });

  it('so do the artifacts of a session in the tree and as a gallery, and the documents of Antigravity', async () => {
    planted.push(await writeSessions(w), await writeDocuments(w));
    const line = (label: string) => w.page.locator(`.sidebar .monaco-list-row[aria-label^="${label}"]`).first();
    const agree = async (offer: string, program: string): Promise<void> => {
      await line(offer).click();
      await w.inputRow(program).click();
      const dialog = w.page.locator('.monaco-dialog-box');
      await dialog.locator('.monaco-button').getByText('显示会话', { exact: true }).click();
    };
    await w.foldViews('工件', '模型服务', '智能体');
    await w.openView('智能体工件', '对话');
    await agree('显示某个程序的会话…', 'Claude Code');
    await line(`${uuid(3)}.jsonl`)
      .locator('.monaco-tl-twistie')
      .click();
    await line('plan.md').locator('.monaco-tl-twistie').click();
    await line('版本 2').waitFor();
    await agree('显示其他程序的会话…', 'Antigravity');
    await w.unfoldRow(line('Move the settings'), line('implementation_plan.md'));
    await w.page.mouse.move(0, 0);
    await w.screenshot('chinese-artifacts-of-sessions-dark');
    await w.chooseFromMenu(line(`${uuid(3)}.jsonl`), '打开图库');
    await w.webviewFrame().locator('.tile img').waitFor();
    await w.webviewFrame().locator('.tile pre').nth(1).waitFor();
    await w.screenshot('chinese-session-gallery-dark');
    const names = /\b[\w-]+\.(md|txt|png|jsonl)\b|Plan|Read|Built in 12 s|\b(PNG|KB|B)\b/g;
    const shown = await w.webviewFrame().locator('body').innerText();
    assert.deepEqual(shown.replaceAll(names, '').match(/[A-Za-z]{2,}/g) ?? [], []);
    for (const program of ['Claude Code', 'Antigravity']) {
      await w.runCommand('停止显示某个程序的会话…');
      await w.inputRow(program).click();
      await line(program).waitFor({ state: 'detached' });
    }
  });
});
