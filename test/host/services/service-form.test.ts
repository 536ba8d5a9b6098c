import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { askForNewService } from '../../../src/host/services/service-form.ts';
import { withPerson, type ShownQuestion } from './quick-person.ts';

describe('the questions of Add Service', () => {
  const accept = ({ accept: yes }: ShownQuestion): void => yes();
  const typing =
    (text: string) =>
    ({ type, accept: yes }: ShownQuestion): void => {
      type(text);
      yes();
    };
  const asking = (steps: readonly ((question: ShownQuestion) => void)[], existing: readonly LlmServiceConfig[] = []) =>
    withPerson(steps, () => askForNewService(existing));

  for (const [model, expected] of [
    ['gpt-4o', { baseURL: 'https://api.openai.com/v1', apiKey: '${OPENAI_API_KEY}' }],
    ['claude-sonnet-4-5', { baseURL: 'https://api.anthropic.com/v1', apiKey: '${ANTHROPIC_API_KEY}' }],
    ['gemini-3.8-flash', { baseURL: 'https://generativelanguage.googleapis.com/v1beta', apiKey: '${GEMINI_API_KEY}' }],
    ['mistral-large-latest', { baseURL: 'https://api.mistral.ai/v1', apiKey: '${MISTRAL_API_KEY}' }],
    ['llava:13b', { baseURL: 'http://localhost:11434/v1', apiKey: '' }],
  ] as const) {
    it(`propose address and key for ${model}, whose API the address tells`, async () => {
      const { result, left } = await asking([typing(model), accept, accept, accept, accept, accept, accept]);
      assert.equal(left, 0);
      assert.deepEqual({ baseURL: result?.baseURL, apiKey: result?.apiKey }, expected);
      assert.equal(result?.api, undefined);
    });
  }

  it('count on through the capabilities, and lead back from each but the first', async () => {
    const seen: [string, number][] = [];
    const noting =
      (then: (question: ShownQuestion) => void) =>
      (question: ShownQuestion): void => {
        seen.push([question.step, question.buttons.length]);
        then(question);
      };
    const { result } = await asking([
      typing('gpt-4o'),
      accept,
      accept,
      accept,
      noting(accept),
      noting(accept),
      noting(({ back }) => back()),
      noting(({ back }) => back()),
      noting(accept),
      noting(accept),
      noting(accept),
    ]);
    // the two lists have a button for a type of one's own
    // all but the last a button that accepts the rest
    assert.deepEqual(seen, [
      ['5/7', 2],
      ['6/7', 3],
      ['7/7', 2],
      ['6/7', 3],
      ['5/7', 2],
      ['6/7', 3],
      ['7/7', 2],
    ]);
    assert.deepEqual(result?.capabilities, { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] });
  });

  it('propose anew what follows from an answer that was changed, and keep what does not', async () => {
    const back = (question: ShownQuestion): void => question.back();
    const ids: string[] = [];
    const { result } = await asking([
      typing('gpt-4o'),
      accept,
      typing('My name'),
      back,
      back,
      back,
      typing('claude-opus-5-5'),
      (question) => {
        ids.push(question.value);
        question.accept();
      },
      (question) => {
        ids.push(question.value);
        question.accept();
      },
      accept,
      accept,
      accept,
      accept,
    ]);
    assert.deepEqual(ids, ['claude-opus-5-5', 'My name']);
    assert.equal(result?.baseURL, 'https://api.anthropic.com/v1');
  });

  it('offer current models with who makes them, take what was typed, and end where nobody answers', async () => {
    const { result } = await asking([
      ({ items, type, dismiss }) => {
        const atFirst = items();
        assert.deepEqual([atFirst[0]?.label, atFirst[1]?.description], ['Current models', 'OpenAI']);
        assert.ok(atFirst.some(({ label, description }) => label === 'claude-sonnet-4-5' && description === 'Anthropic'));
        type('sonnet');
        assert.deepEqual(items().at(-1), { label: 'sonnet', answer: 'sonnet', description: 'as typed', alwaysShow: true });
        dismiss();
      },
    ]);
    assert.equal(result, undefined);
  });

  it('[E-21] take another spelling of a model for the model, unless it is wanted as typed', async () => {
    let described: readonly vscode.QuickPickItem[] = [];
    const { result } = await asking([
      ({ type, items, accept: yes }) => {
        type('claude-opus-4.5');
        described = items();
        yes();
      },
      ...Array.from({ length: 6 }, () => accept),
    ]);
    assert.deepEqual([result?.model, result?.id, result?.baseURL], ['claude-opus-4-5', 'claude-opus-4-5', 'https://api.anthropic.com/v1']);
    assert.deepEqual([described[0]?.label, described[0]?.description], ['claude-opus-4.5', 'means claude-opus-4-5']);
    assert.deepEqual([described.at(-1)?.label, described.at(-1)?.description], ['Use "claude-opus-4.5"', 'as typed']);
  });

  it('[E-21] offer the known models that begin with what is typed before it, on the screen too', async () => {
    const { createQuickPick } = vscode.window;
    const shown = new Promise<vscode.QuickPick<vscode.QuickPickItem>>((resolve) => {
      Object.assign(vscode.window, {
        createQuickPick: () => {
          const pick = createQuickPick();
          resolve(pick);
          return pick;
        },
      });
    });
    try {
      const form = askForNewService([], 'config/llmservices.json');
      const pick = await shown;
      assert.equal(pick.title, 'Add Model Service to the New File config/llmservices.json');
      const active = new Promise<readonly vscode.QuickPickItem[]>((resolve) => {
        pick.onDidChangeActive((items) => {
          if (items[0]?.label.startsWith('claude-opus')) resolve(items);
        });
      });
      pick.value = 'claude-opus';
      assert.match((await active)[0]?.label ?? '', /^claude-opus-\d/);
      assert.deepEqual(pick.items.at(-1), { label: 'Use "claude-opus"', answer: 'claude-opus', description: 'as typed', alwaysShow: true });
      pick.hide();
      assert.equal(await form, undefined);
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  });

  it('[E-21] accept all that is proposed after the model', async () => {
    const press = ({ buttons, press: click }: ShownQuestion): void => click(buttons.find(({ tooltip }) => tooltip === 'Accept All'));
    const all = await asking([typing('gpt-4o'), press]);
    const single = await asking([typing('gpt-4o'), ...Array.from({ length: 6 }, () => accept)]);
    assert.equal(all.left, 0);
    assert.deepEqual(all.result, single.result);
    const named = await asking([typing('gpt-4o'), typing('painter'), typing('Painter'), press]);
    assert.deepEqual([named.result?.id, named.result?.name, named.result?.baseURL], ['painter', 'Painter', 'https://api.openai.com/v1']);
    const fromLists = await asking([typing('gpt-4o'), accept, accept, accept, accept, press]);
    assert.deepEqual(fromLists.result, single.result);
    let first: readonly vscode.QuickInputButton[] = [];
    await asking([
      ({ buttons, dismiss }) => {
        first = buttons;
        dismiss();
      },
    ]);
    assert.deepEqual(first, [], 'the model itself is nobody’s proposal');
  });

  it('[E-21] accept nothing that will not do', async () => {
    const press = ({ buttons, press: click }: ShownQuestion): void => click(buttons.find(({ tooltip }) => tooltip === 'Accept All'));
    const { result, left } = await asking(
      [
        typing('gpt-4o'),
        (question) => {
          question.type('taken');
          press(question);
          assert.equal(question.message(), 'A service with the ID "taken" already exists.');
          question.type('free');
          press(question);
        },
      ],
      [{ id: 'taken' }],
    );
    assert.deepEqual([result?.id, result?.model, left], ['free', 'gpt-4o', 0]);
  });

  it('ask for the request format where nothing tells it, and declare it', async () => {
    const { result, left } = await asking([
      typing('mine'),
      accept,
      accept,
      typing('https://models.example.com/v1'),
      ({ step, items, type, accept: yes }) => {
        assert.deepEqual([step, items()[0]?.label], ['5/8', 'OpenAI-compatible']);
        type('Anthropic Messages');
        yes();
      },
      accept,
      accept,
      accept,
    ]);
    assert.equal(left, 0);
    assert.deepEqual([result?.api, result?.apiKey], ['anthropic', '${EXAMPLE_API_KEY}']);
  });

  it('declare the format of a program that is known by its port', async () => {
    const { result } = await asking([typing('mine'), accept, accept, typing('http://localhost:8000/v1'), accept, accept, accept]);
    assert.deepEqual([result?.api, result?.apiKey], ['openai-compatible', '']);
  });

  it('offer the addresses and the variables of the services that are there, without what may be a key in an address', async () => {
    const existing = [
      { id: 'a', baseURL: 'https://user:secret@gate.example/v1?key=secret', api: 'openai-compatible', apiKey: '${GATE_KEY}' },
    ] as const;
    let offered: string[] = [];
    const { result } = await asking(
      [
        typing('mine'),
        accept,
        accept,
        ({ items, type, accept: yes }) => {
          offered = items().map(({ label }) => label);
          type('https://gate.example/v1');
          yes();
        },
        accept,
        accept,
        accept,
        accept,
      ],
      existing,
    );
    assert.ok(offered.includes('https://gate.example/v1') && !offered.join().includes('secret'));
    assert.deepEqual([result?.baseURL, result?.apiKey], ['https://gate.example/v1', '${GATE_KEY}']);
  });

  it('offer each address once, in groups; first what runs on this machine where nobody makes a model of that name, and no other maker', async () => {
    const at = (baseURL: string): LlmServiceConfig => ({ id: baseURL, baseURL });
    const existing = [
      at('http://localhost:1234/v1'),
      at('https://gate.example/v1'),
      at('https://openrouter.ai/api/v1'),
      at('https://api.anthropic.com/v1'),
    ];
    const offeredFor = async (model: string, services: readonly LlmServiceConfig[]): Promise<string[]> => {
      let labels: string[] = [];
      await asking(
        [
          typing(model),
          accept,
          accept,
          ({ items, dismiss }) => {
            labels = items().map(({ label }) => label);
            dismiss();
          },
        ],
        services,
      );
      return labels;
    };
    for (const model of ['llava', 'qwen2.5vl']) {
      const labels = await offeredFor(model, existing);
      assert.deepEqual(labels.slice(0, 10), [
        'On this machine',
        'http://localhost:1234/v1',
        'http://localhost:11434/v1',
        'http://localhost:11434',
        'http://localhost:8000/v1',
        'From existing services',
        'https://openrouter.ai/api/v1',
        'https://gate.example/v1',
        'https://api.anthropic.com/v1',
        'Other addresses',
      ]);
      assert.equal(new Set(labels).size, labels.length);
    }
    assert.deepEqual((await offeredFor('claude-sonnet-4-5', existing)).slice(0, 3), [
      'Matches the model name',
      'https://api.anthropic.com/v1',
      'From existing services',
    ]);
    // a name that a cloud gave: what a gateway may know, no maker knows
    assert.deepEqual((await offeredFor('us.anthropic.claude-3-haiku', existing)).slice(0, 2), [
      'From existing services',
      'https://openrouter.ai/api/v1',
    ]);
    assert.deepEqual(
      (await offeredFor('us.anthropic.claude-3-haiku', existing.slice(3))).filter((label) => !/^http:/.test(label)).slice(0, 2),
      ['Other addresses', 'https://openrouter.ai/api/v1'],
    );
  });

  it('tell a guess with why it is not ticked', async () => {
    let told: (string | undefined)[] = [];
    const { result } = await asking([
      typing('moondream'),
      accept,
      accept,
      accept,
      accept,
      ({ items, accept: yes }) => {
        told = items()
          .filter(({ label }) => label === 'vision')
          .map(({ description }) => description);
        yes();
      },
      accept,
    ]);
    assert.deepEqual(told, ['Images are sent as images · catalogue: may be supported (guess: moondream); select it if so']);
    assert.deepEqual([result?.baseURL, result?.apiKey, result?.capabilities?.input], ['http://localhost:11434/v1', '', ['text']]);
  });

  it('take the name of a variable for the key, and nothing that could be a key itself', async () => {
    const messages: (string | undefined)[] = [];
    const trying =
      (text: string) =>
      (question: ShownQuestion): void => {
        question.type(text);
        question.accept();
        messages.push(question.message());
        question.type('MY_KEY');
        question.accept();
      };
    for (const key of ['sk-proj-abcdefgh', 'sk_live', 'AKIAIOSFODNN7TRUEKEY']) {
      const { result } = await asking([typing('gpt-4o'), accept, accept, accept, trying(key), accept, accept]);
      assert.equal(result?.apiKey, '${MY_KEY}');
    }
    assert.deepEqual(
      new Set(messages),
      new Set(['Enter the name of an environment variable, such as ${NAME}. The key itself is not asked for here.']),
    );
  });
});
