import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM_NAMES, PROGRAMS } from '../../src/core/conversation/sessions.ts';
import { ARTIFACT_ORDERS, orderCommands } from '../../src/host/screen/artifact-orders.ts';
import { orderChanges } from './order-entries.ts';
import { callsIn, literalTexts, readJson, repository, type Manifest } from './sources.ts';

const { contributes, activationEvents = [], capabilities } = readJson<Manifest>('package.json');
const { commands, menus } = contributes;
type Texts = Record<string, string>;
const prefix = 'agentArtifacts.';

/** Menus in which a command stands for one item: without it, it cannot run. */
const itemMenus = ['view/item/context', 'editor/title/context', 'explorer/context'];

describe('Commands', () => {
  const declared = commands.map(({ command }) => command);
  const registrations = callsIn('src/host').filter(({ callee }) => /^onCommand$/.test(callee));
  const registered = [...registrations.flatMap(({ argument }) => literalTexts(argument) ?? []), ...ARTIFACT_ORDERS.flatMap(orderCommands)];

  it('are registered by literal names, so that they can be found; those of the orders come from one table', () => {
    assert.deepEqual(
      registrations.filter(({ argument }) => !literalTexts(argument)).map(({ where }) => where.replace(/:\d+$/, '')),
      ['src/host/artifacts/register.ts'],
    );
  });

  it('are declared once, and all of them registered', () => {
    assert.deepEqual(
      declared.filter((command, index) => declared.indexOf(command) !== index),
      [],
    );
    assert.deepEqual(
      declared.filter((command) => !registered.includes(command)),
      [],
    );
  });

  it('are all declared, unless their name marks them as internal', () => {
    const open = registered.filter((command) => command.startsWith(prefix) && !command.startsWith(`${prefix}internal.`));
    assert.deepEqual(
      open.filter((command) => !declared.includes(command)),
      [],
    );
  });

  it("have the extension's prefix, a localised title and a category", () => {
    const wrong = commands.filter(({ command, title, category }) => {
      return !command.startsWith(prefix) || !/^%.+%$/.test(title) || category !== '%category%';
    });
    assert.deepEqual(wrong, []);
  });

  it('have an icon where they stand inline, or a word short enough to stand there itself', () => {
    const inline = Object.values(menus)
      .flat()
      .filter(({ group, command }) => command && /^(inline|navigation)/.test(group ?? ''));
    const bare = inline.filter((item) => {
      const found = commands.find(({ command }) => command === item.command);
      return !found?.icon && !/^%.+%$/.test(found?.shortTitle ?? '');
    });
    assert.deepEqual(
      bare.map(({ command }) => command),
      [],
    );
  });

  it('in menus are declared', () => {
    const used = Object.values(menus)
      .flat()
      .flatMap(({ command }) => (command?.startsWith(prefix) ? [command] : []));
    assert.deepEqual(
      used.filter((command) => !declared.includes(command)),
      [],
    );
  });

  it('that act on a data root leave the palette once it is known that there is none; those that bring one stay', () => {
    const source = readFileSync(path.join(repository, 'src/host/add-root/register.ts'), 'utf8');
    assert.match(source, /'setContext', 'agentArtifacts\.hasNoDataRoot', roots\.length \+ unusable\.length === 0/);
    const left = (menus['commandPalette'] ?? [])
      .filter(({ when }) => when === '!agentArtifacts.hasNoDataRoot')
      .map(({ command }) => command);
    for (const name of ['goToArtifact', 'filterArtifacts', 'openMatrix', 'validateServices', 'verifyCapabilities', 'whoCanRead'])
      assert.ok(left.includes(`${prefix}${name}`), name);
    for (const name of ['addDataRoot', 'addBucket', 'createSample', 'createServicesFile', 'importServices', 'previewFile', 'openPreview'])
      assert.ok(!left.includes(`${prefix}${name}`), name);
  });

  it('for one item only are not offered in the palette', () => {
    const places = new Map<string, Set<string>>();
    for (const [menu, items] of Object.entries(menus)) {
      for (const { command } of items) if (command) places.set(command, (places.get(command) ?? new Set()).add(menu));
    }
    const onlyItems = [...places].filter(([, where]) => [...where].every((menu) => itemMenus.includes(menu))).map(([command]) => command);
    assert.deepEqual(onlyItems, [], 'say in commandPalette when they are offered there: never, or when they work without an item');
  });
});

describe('The views', () => {
  const views = (contributes.views?.['agentArtifacts'] ?? []) as readonly { id: string; when?: string; visibility?: string }[];
  const welcome = contributes['viewsWelcome'] as readonly { view: string; contents: string; when?: string }[];
  const english = readJson<Texts>('package.nls.json');
  const textOf = (contents: string): string => english[contents.replaceAll('%', '')] ?? '';

  it('without a data root are Conversations and What a Model Receives, open; with one Conversations is the last, folded up', () => {
    const there = (when: string) =>
      views.filter((view) => view.when === when).map(({ id, visibility }) => [id.replace(prefix, ''), visibility]);
    assert.deepEqual(there('agentArtifacts.hasNoDataRoot'), [
      ['sessions', undefined],
      ['previewedFiles', undefined],
    ]);
    assert.deepEqual(there('!agentArtifacts.hasNoDataRoot'), [
      ['artifacts', undefined],
      ['services', undefined],
      ['agents', undefined],
      ['conversations', 'collapsed'],
    ]);
  });

  it('without a data root offer a button for each program, where it is installed and the folder is trusted', () => {
    const offered = welcome.filter(({ when }) => when?.includes('isInstalled'));
    const wanted = PROGRAMS.map((program) => ({
      view: 'agentArtifacts.sessions',
      when: `agentArtifacts.isInstalled.${program} && isWorkspaceTrusted`,
      text: `[Show Sessions of ${PROGRAM_NAMES[program]}](command:agentArtifacts.showConversations?%5B%22${program}%22%5D)`,
    }));
    assert.deepEqual(
      offered.map(({ view, when, contents }) => ({ view, when, text: textOf(contents) })),
      wanted,
    );
  });

  it('without a data root say one sentence each, and all else with buttons', () => {
    for (const [view, sentences] of [
      ['sessions', 2], // one of them in Restricted Mode only
      ['previewedFiles', 1],
    ] as const) {
      const lines = welcome.filter((each) => each.view === `${prefix}${view}`).flatMap(({ contents }) => textOf(contents).split('\n'));
      const said = lines.filter((line) => !/^\[[^\]]+\]\(command:[^)]+\)$/.test(line));
      assert.equal(said.length, sentences, said.join('\n'));
      assert.ok(
        said.every((line) => /^[^.?]+\.$/.test(line)),
        said.join('\n'),
      );
    }
  });

  it('offer to clear the list of files only where there is one, and what acts on a file of it in its menu only', () => {
    const places = Object.entries(menus).flatMap(([menu, items]) =>
      items.flatMap(({ command, when }) => (/PreviewedFile/.test(command ?? '') ? [[menu, command?.replace(prefix, ''), when]] : [])),
    );
    assert.deepEqual(places, [
      ['commandPalette', 'removePreviewedFile', 'false'],
      ['commandPalette', 'clearPreviewedFiles', 'false'],
      ['view/title', 'clearPreviewedFiles', "view == 'agentArtifacts.previewedFiles' && agentArtifacts.hasPreviewedFiles"],
      ['view/item/context', 'removePreviewedFile', "view == 'agentArtifacts.previewedFiles' && viewItem == previewedFile"],
    ]);
  });
});

describe('The orders of the Artifacts view', () => {
  const texts = { ...contributes, english: readJson<Texts>('package.nls.json'), chinese: readJson<Texts>('package.nls.zh-cn.json') };

  it('have their entries in the manifest and in both languages, and no order that is gone has', () => {
    assert.deepEqual(orderChanges(ARTIFACT_ORDERS, texts), []);
  });

  it('tell what is to be added for another, and what is to be removed', () => {
    assert.deepEqual(orderChanges([...ARTIFACT_ORDERS, 'age'], texts), [
      'add to commands: {"command":"agentArtifacts.sortByAge","title":"%command.sortByAge.title%","category":"%category%"}',
      'add to menus.commandPalette: {"command":"agentArtifacts.sortByAge","when":"false"}',
      'add to menus.agentArtifacts.sortBy: {"command":"agentArtifacts.sortByAge","when":"agentArtifacts.sortBy != age","group":"1_order@5"}',
      'add to package.nls.json: "command.sortByAge.title"',
      'add to package.nls.zh-cn.json: "command.sortByAge.title"',
      'add to commands: {"command":"agentArtifacts.sortedByAge","title":"%command.sortedByAge.title%","category":"%category%"}',
      'add to menus.commandPalette: {"command":"agentArtifacts.sortedByAge","when":"false"}',
      'add to menus.agentArtifacts.sortBy: {"command":"agentArtifacts.sortedByAge","when":"agentArtifacts.sortBy == age","group":"1_order@5"}',
      'add to package.nls.json: "command.sortedByAge.title"',
      'add to package.nls.zh-cn.json: "command.sortedByAge.title"',
    ]);
    const fewer = orderChanges(ARTIFACT_ORDERS.slice(0, -1), texts);
    assert.equal(fewer.length, 10);
    assert.ok(
      fewer.every((line) => line.startsWith('remove from ')),
      fewer.join('\n'),
    );
  });
});

describe('Open Preview', () => {
  it('is always offered in the palette: it takes what is selected, or says what to do', () => {
    const offered = (menus['commandPalette'] ?? []).filter(({ command }) => command?.startsWith(`${prefix}openPreview`));
    assert.deepEqual(
      offered.map(({ command, when }) => [command, when]),
      [
        [`${prefix}openPreview`, 'true'],
        [`${prefix}openPreviewToSide`, 'true'],
      ],
    );
  });
});

describe('The manifest', () => {
  it('names no activation event that VS Code derives', () => {
    // VS Code derives the event of everything an extension itself contributes.
    const views = Object.values(contributes.views ?? {})
      .flat()
      .map(({ id }) => `onView:${id}`);
    const own = new Set([...commands.map(({ command }) => `onCommand:${command}`), ...views]);
    const others = /^on(CustomEditor|AuthenticationRequest|TerminalProfile|Walkthrough|ChatParticipant|LanguageModelTool):/;
    assert.deepEqual(
      activationEvents.filter((event) => own.has(event) || others.test(event) || event === '*'),
      [],
    );
  });

  it('says what the extension does in Restricted Mode and in virtual workspaces', () => {
    assert.ok(capabilities?.untrustedWorkspaces);
    assert.ok(capabilities.virtualWorkspaces);
  });

  it('offers all that is done with artifacts in Restricted Mode too', () => {
    const ofArtifacts = Object.values(menus)
      .flat()
      .filter(({ when }) => when?.includes(`view == ${prefix}artifacts`));
    assert.ok(ofArtifacts.length > 10);
    const conditions = ofArtifacts.flatMap(({ command, when }) => [when, commands.find((each) => each.command === command)?.enablement]);
    assert.deepEqual(
      conditions.filter((condition) => condition?.includes('isWorkspaceTrusted')),
      [],
    );
  });

  it('gives every setting a localised description, a type and a default', () => {
    const properties = Object.entries(contributes.configuration?.properties ?? {});
    const wrong = properties.filter(([name, setting]) => {
      const text = setting['markdownDescription'] ?? setting['description'];
      return !name.startsWith(prefix) || !/^%.+%$/.test(String(text)) || !('default' in setting) || !('type' in setting);
    });
    assert.deepEqual(
      wrong.map(([name]) => name),
      [],
    );
  });
});
