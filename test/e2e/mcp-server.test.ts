import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the MCP server that VS Code is offered, on the screen', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
  });

  it('is among the servers, is started there, and runs with its tools', async () => {
    await w.runCommand('MCP: List Servers');
    await w.inputRow('Agent Artifacts').waitFor();
    await w.screenshot('mcp-servers-dark');
    await w.inputRow('Agent Artifacts').click();
    await w.inputRow('Start Server').click();
    // VS Code shows the server's output by itself.
    await w.page.locator('.panel .view-line').filter({ hasText: 'Discovered 5 tools' }).waitFor();
    await w.screenshot('mcp-server-running-dark');
  });
});
