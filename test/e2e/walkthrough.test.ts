import { openWorkbench, type Workbench } from './support/workbench.ts';

/** An ordinary project, step by step as the walkthrough says: each button does what its step promises, and ticks it. */
describe('the walkthrough', () => {
  let w: Workbench;

  before(async () => {
    w = await openWorkbench({ folder: 'project', viewport: { width: 1440, height: 900 } });
  });
  after(() => w.close());

  const step = (id: string) => w.page.locator(`.getting-started-step[data-step-id$="#${id}"]`);
  const button = (name: string) => w.page.locator('.getting-started-step.expanded .monaco-button').filter({ hasText: name });
  const ticked = (id: string) => step(id).and(w.page.locator('[aria-checked="true"]')).waitFor();

  /** Goes back to the walkthrough. */
  const goBack = () => w.page.locator('.tabs-container .tab').filter({ hasText: 'Welcome' }).click();

  async function goToStep(id: string): Promise<void> {
    await step(id).click();
    await step(id).and(w.page.locator('.expanded')).waitFor();
  }

  it('begins with a session that is stuck, and with a file, whose preview opens', async () => {
    await w.runCommand('Welcome: Open Walkthrough...');
    await w.input.fill('Get Started with Agent Artifacts');
    await w.inputRow('Get Started with Agent Artifacts').waitFor();
    await w.page.keyboard.press('Enter');
    await step('stuckSession').and(w.page.locator('.expanded')).waitFor();
    await button('Find Cause from Error Message').waitFor();
    await w.screenshot('walkthrough-dark');
    await goToStep('previewFile');
    await button('Preview a File').click();
    await w.page.getByText('Preview Files as a Model Receives Them', { exact: true }).waitFor();
    await w.inputRow('package.json').waitFor();
    // At once: the dialog completes what is typed, and takes the keys back that come meanwhile.
    await w.input.fill(`${w.folder}/docs/`);
    await w.inputRow('plan.pdf').waitFor();
    await w.input.fill(`${w.folder}/docs/diagram.png`);
    await w.page.keyboard.press('Enter');
    // for the newest model of the first big maker, which nobody has chosen yet
    await w.verdict('image_url');
    await w.webviewFrame().locator('.origin').filter({ hasText: 'From the model catalogue of 20' }).waitFor();
    await goBack();
    await ticked('previewFile');
  });

  it('chooses models to compare, and shows what each receives', async () => {
    await goToStep('compareModels');
    await button('Choose Models to Compare').click();
    await w.inputRow('gpt-').waitFor();
    await w.input.press('Enter');
    await w.webviewFrame().locator('preview-compare').getByText('claude-opus-').first().waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('walkthrough-compare-dark');
    await goBack();
    await ticked('compareModels');
  });

  it('makes the sample of a data root, and shows its artifacts', async () => {
    await goToStep('openDataRoot');
    await button('Create Sample Data Root').click();
    await w.chooseFolder(w.folder, 'Create Sample Here');
    await w.viewHeader('Artifacts').waitFor();
    await w.page.locator('.sidebar .monaco-list-row[aria-label*=".png"]').first().waitFor();
    await w.screenshot('walkthrough-sample-dark');
    await ticked('openDataRoot');
  });
});
