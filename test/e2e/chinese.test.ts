import assert from 'node:assert/strict';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** What is not translated: names and values of the data, of formats, of units and of the message's fields. */
const untranslated =
  /image_url|image\/png|data:\S*|drawn by canvas(\.png)?|agent-artist|artifact:31|\b(PNG|KB|JSON|gpt-4o?|vision|text|audio|file|gemini-2\.5-pro|qwen2\.5-coder-32b-instruct)\b/g;

describe('in Chinese', () => {
  let w: Workbench;

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

  it('the services view speaks Chinese', async () => {
    await w.openView('智能体工件', '模型服务');
    const row = w.page.locator('.sidebar .monaco-list-row[aria-label^="视觉模型,"]');
    await w.unfoldRow(row);
    for (const label of ['输入', '输出', '基础地址'])
      await w.page.locator('.sidebar .monaco-list-row').getByText(label, { exact: true }).waitFor();
  });

  it('the preview speaks Chinese, every word of it', async () => {
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 像素' }).waitFor();
    await w.pickModel('纯文本模型');
    await w.verdict('以文字描述代替图片');
    await w.page.mouse.move(0, 0);
    await w.screenshot('chinese-dark');
    const text = await w.webviewFrame().locator('body').innerText();
    assert.deepEqual(wordsLeftEnglish(text), []);
    await w.useTheme('light');
    await w.screenshot('chinese-light');
  });

  it('so does the message, for either kind of model', async () => {
    await w.webviewFrame().getByRole('tab', { name: '消息' }).click();
    await w.webviewFrame().getByText('模型读到的文本', { exact: true }).waitFor();
    assert.deepEqual(wordsLeftEnglish(await w.webviewFrame().locator('body').innerText()), []);
    await w.pickModel('视觉模型');
    assert.match(await w.verdict('image_url'), /^视觉模型 声明了输入能力“vision”。/);
    await w.screenshot('chinese-message-light');
  });

  it('and the palette', async () => {
    await w.page.keyboard.press('F1');
    await w.input.fill('>转到工件');
    await w.inputRow('智能体工件: 转到工件…').waitFor();
    await w.screenshot('chinese-palette-light');
    await w.page.keyboard.press('Escape');
  });
});
