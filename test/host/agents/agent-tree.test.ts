import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { MoreAgentsNode } from '../../../src/host/agents/agent-nodes.ts';
import { agentLines, agentRoot, allItems, lines, viewOf, type AgentRoot } from './agents-fixture.ts';

const role = (id: string, llmServiceId: string | null, name = id) => ({ id, name, llmServiceId });
const agent = (id: string, roleId: string, parentAgentId = 'root', status = 'active') => ({ id, roleId, parentAgentId, status });

describe('the Agents view', () => {
  const opened: AgentRoot[] = [];
  const trees: vscode.Disposable[] = [];

  afterEach(async () => {
    vscode.Disposable.from(...trees.splice(0)).dispose();
    for (const root of opened.splice(0)) await root.remove();
  });

  async function rootWith(...parameters: Parameters<typeof agentRoot>): Promise<AgentRoot> {
    const root = await agentRoot(...parameters);
    opened.push(root);
    return root;
  }

  function view(...roots: AgentRoot[]) {
    const made = viewOf(...roots.map(({ root }) => root));
    trees.push(made.tree);
    return made;
  }

  it('shows every agent of a real runtime with its model and what that takes; the one of an unknown model first', async () => {
    const { tree } = view(await rootWith('real'));
    assert.deepEqual(agentLines(await allItems(tree)), [
      'root | 5 agents, 1 problem',
      '  ! drifter | Text only: no service is configured for the default model “default-model”. · 37f8c833',
      '  planner | 纯文本模型 · text · 894f5723',
      '  artist | 视觉模型 · text, vision · 055769bd',
      '  analyst | 多模态模型 · text, vision, audio, file · 29174105',
      '  artist | 视觉模型 · text, vision · ddb39fca',
    ]);
  });

  it('unfolds an agent into its role, service, capabilities, workspace, and the agents it made', async () => {
    const services = [{ id: 'seer', name: 'Seer', model: 'm-1', capabilities: { input: ['text', 'vision'] } }];
    const organisation = {
      roles: [role('r', 'seer', 'lead'), role('s', 'ghost', 'aide')],
      agents: [agent('one', 'r'), agent('two', 's', 'one'), agent('gone', 's', 'one', 'terminated'), agent('three', 'r', 'gone')],
    };
    const { tree } = view(await rootWith('empty', { organisation, services }));
    assert.deepEqual(lines(await allItems(tree)), [
      'root | 3 agents, 1 problem',
      '  lead | Seer · text, vision · one',
      '    Role | lead',
      '    Service | Seer · m-1',
      '    Input | text, vision',
      '    Output | text',
      '    Workspace | one',
      '    ! aide | Text only: the role’s service “ghost” is not configured. · two',
      '      ! Text only: the role’s service “ghost” is not configured.',
      '      Role | aide',
      '      Service | ghost',
      '      Input | text (no capabilities declared)',
      '      Output | text (no capabilities declared)',
      '      Workspace | one',
      '    lead | Seer · text, vision · three',
      '      Role | lead',
      '      Service | Seer · m-1',
      '      Input | text, vision',
      '      Output | text',
      '      Workspace | one',
    ]);
  });

  it('warns of every way to be text only by accident, and says why in the tooltip', async () => {
    const services = [
      { id: 'bad', capabilities: { input: 'vision' } },
      { id: 'odd', capabilities: { input: ['text', 'visoin'] } },
      { id: 'meant', capabilities: { input: ['text'] } },
    ];
    const organisation = {
      roles: ['bad', 'odd', 'meant', 'ghost'].map((id) => role(id, id)).concat(role('none', null)),
      agents: [...['bad', 'odd', 'meant', 'ghost', 'none'].map((id) => agent(id, id)), agent('lost', 'nowhere', 'nobody')],
    };
    const { tree } = view(await rootWith('empty', { organisation, services }));
    const items = await allItems(tree);
    assert.deepEqual(agentLines(items), [
      'root | 6 agents, 5 problems',
      '  ! bad | Text only: the capabilities of “bad” are invalid. · bad',
      '  ! odd | Text only: “odd” has an unrecognized capability. · odd',
      '  ! ghost | Text only: the role’s service “ghost” is not configured. · ghost',
      '  ! none | Text only: the role has no service, and there is no default model. · none',
      '  meant | meant · text · meant',
      '! lost | The role “nowhere” is not in org.json.',
    ]);
    const problem = items.find(({ node }) => node.kind === 'problem' && node.agent.id === 'odd')?.item.tooltip;
    assert.ok(
      problem instanceof vscode.MarkdownString && problem.value.includes('vision'),
      'the tooltip does not say what is wrong in the file',
    );
  });

  it('is empty, for the welcome text, without an org.json; says when there are no agents, or the file cannot be read', async () => {
    assert.deepEqual(await view(await rootWith('empty')).tree.getChildren(), []);
    const none = view(await rootWith('empty', { organisation: { roles: [], agents: [] } }));
    assert.deepEqual(lines(await allItems(none.tree)), ['No agents']);
    const broken = view(await rootWith('empty', { organisation: '{"agents": [' }));
    assert.deepEqual(lines(await allItems(broken.tree)), ['! org.json is not valid.']);
  });

  it('has a node for each of several roots', async () => {
    const organisation = { roles: [], agents: [{ id: 'solo', parentAgentId: 'root' }] };
    const [one, two, three] = [
      await rootWith('empty', { organisation }),
      await rootWith('empty'),
      await rootWith('empty', { organisation: '[]' }),
    ];
    assert.deepEqual(
      lines((await allItems(view(one, two, three).tree)).filter(({ node }) => node.kind !== 'fact' && node.kind !== 'problem')),
      [
        one.root.name,
        '  root | 1 agent, 1 problem',
        '    ! solo | Text only: the role has no service, and there is no default model.',
        two.root.name,
        '  No org.json',
        three.root.name,
        '  ! org.json is not valid.',
      ],
    );
  });

  it('follows the files and the choice of the preview', async () => {
    const made = await rootWith('empty', {
      organisation: { roles: [role('r', 'seer')], agents: [agent('a', 'r')] },
      services: [{ id: 'other' }],
    });
    const { tree, agentsChanged, servicesChanged, previewService } = view(made);
    const now = async () => agentLines(await allItems(tree)).slice(1);
    const refreshed = () => new Promise<void>((resolve) => tree.onDidChangeTreeData(resolve));
    assert.deepEqual(await now(), ['  ! r | Text only: the role’s service “seer” is not configured. · a']);
    await made.writeServices([{ id: 'seer', capabilities: { input: ['text', 'vision'] } }]);
    let told = refreshed();
    servicesChanged.fire(made.root);
    await told;
    assert.deepEqual(await now(), ['  r | seer · text, vision · a']);
    await made.writeOrganisation({ roles: [role('r', 'seer')], agents: [agent('a', 'r'), agent('b', 'r')] });
    told = refreshed();
    agentsChanged.fire(made.root);
    await told;
    assert.deepEqual(await now(), ['  r | seer · text, vision · a', '  r | seer · text, vision · b']);
    told = refreshed();
    previewService.select(made.root, 'seer');
    await told;
    const icons = (await allItems(tree)).flatMap(({ node, item }) =>
      node.kind === 'agent' && item.iconPath instanceof vscode.ThemeIcon ? [item.iconPath.id] : [],
    );
    assert.deepEqual(icons, ['open-preview', 'open-preview']);
  });

  it('[E-13] keeps the agents in view while org.json is half written, and says so', async () => {
    const made = await rootWith('empty', {
      organisation: { roles: [role('r', 'seer')], agents: [agent('a', 'r')] },
      services: [{ id: 'seer', capabilities: { input: ['text', 'vision'] } }],
    });
    const { tree } = view(made);
    const now = async () => lines((await allItems(tree)).filter(({ node }) => node.kind !== 'fact'));
    const [top, own] = await now();
    await made.writeOrganisation('{"roles": [');
    assert.deepEqual(await now(), ['! org.json is not valid.', 'Using the last valid organization', top, own]);
    await made.writeOrganisation({ roles: [], agents: [] });
    assert.deepEqual(await now(), ['No agents']);
  });

  it('[E-13] says that the default model is the last good one while app.json is half written, and opens the file', async () => {
    const made = await rootWith('empty', {
      organisation: { roles: [role('r', null)], agents: [agent('a', 'r')] },
      services: [{ id: 'seer', model: 'm', baseURL: 'http://a/v1' }],
    });
    const file = vscode.Uri.joinPath(made.root.uriOf(made.root.layout.configDir), 'app.json');
    const write = async (text: string) => {
      await vscode.workspace.fs.writeFile(file, Buffer.from(text));
      await made.root.agents.load();
    };
    const { tree } = view(made);
    const items = async () => (await allItems(tree)).filter(({ node }) => node.kind !== 'fact');
    await write('{"llm": {"baseURL": "http://a/v1", "model": "m"}}');
    const before = lines(await items());
    await write('{"llm": {"baseURL"');
    const [first, ...others] = await items();
    assert.deepEqual([lines(first ? [first] : []), lines(others)], [['! app.json is not valid.'], before]);
    assert.match(String(first?.item.tooltip), /Using the last valid default model/);
    assert.equal(String(first?.item.command?.arguments?.[0]), String(file));
  });

  it('shows thousands of agents page by page, the ones with a problem on the first', async () => {
    const organisation = {
      roles: [role('r', 'seer'), role('bad', 'ghost')],
      agents: [...Array.from({ length: 5000 }, (_, i) => agent(`a${i}`, 'r')), agent('last', 'bad')],
    };
    const { tree } = view(await rootWith('empty', { organisation, services: [{ id: 'seer' }] }));
    const [top] = await tree.getChildren();
    const page = await tree.getChildren(top);
    assert.equal(page.length, 201);
    assert.equal(page[0]?.kind === 'agent' && page[0].agent.id, 'last');
    assert.match(String((await tree.getTreeItem(page[200] ?? assert.fail())).label), /^Show 200 more…$/);
    tree.showMore((page[200] as MoreAgentsNode).list);
    const more = await tree.getChildren(top);
    assert.equal(more.length, 401);
    const ids = await Promise.all(more.map(async (node) => (await tree.getTreeItem(node)).id));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('shows names of the data as the text they are, on one line', async () => {
    const organisation = { roles: [role('r', 'seer', '[A](command:x)\n$(trash) <b>')], agents: [agent('a\u202eb', 'r')] };
    const { tree } = view(
      await rootWith('empty', {
        organisation,
        services: [{ id: 'seer', name: '**S**', apiKey: 'sk-do-not-show', baseURL: 'https://u:sk-do-not-show@h/v1' }],
      }),
    );
    const items = await allItems(tree);
    const shown = JSON.stringify(
      items.map(({ item: { label, description, tooltip } }) => [label, description, typeof tooltip === 'object' ? tooltip.value : tooltip]),
    );
    assert.ok(!shown.includes('sk-do-not-show') && !shown.includes('\u202e'), shown);
    const { label, tooltip } = items[1]?.item ?? assert.fail();
    assert.equal(label, '[A](command:x) $(trash) <b>');
    assert.ok(
      tooltip instanceof vscode.MarkdownString &&
        !tooltip.isTrusted &&
        !tooltip.supportHtml &&
        !tooltip.supportThemeIcons &&
        !tooltip.value.includes('[A](command'),
    );
  });
});
