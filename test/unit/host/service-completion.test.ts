import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { API_NAMES, WIRE_APIS } from '../../../src/core/models/wire-api.ts';
import { provideCompletions, resolveCompletion } from '../../../src/host/services/language/features.ts';
import { textAfter, textDocument } from '../../support/text-document.ts';

interface Completed {
  readonly document: vscode.TextDocument;
  readonly items: readonly vscode.CompletionItem[];
}

/** What is offered at the `|` of a text. */
async function completed(text: string): Promise<Completed> {
  const document = textDocument(text.replace('|', ''));
  const token = { isCancellationRequested: false } as vscode.CancellationToken;
  const found = await provideCompletions(document, document.positionAt(text.indexOf('|')), token);
  return { document, items: 'items' in found ? found.items : found };
}

const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

/** The item with a label. */
const named = ({ items }: Completed, label: string): vscode.CompletionItem | undefined => items.find((item) => labelOf(item) === label);

/** The text after an item is taken, its placeholders left as they are. */
function taken({ document }: Completed, { insertText = '', range }: vscode.CompletionItem): string {
  const snippet = typeof insertText === 'string' ? insertText.replaceAll('$', '\\$') : insertText.value;
  const newText = snippet.replace(/\$\{\d+:((?:\\.|[^\\}])*)\}|\$\d+/g, '$1').replace(/\\(.)/g, '$1');
  return textAfter(document, [vscode.TextEdit.replace(range as vscode.Range, newText)]);
}

describe('completion in llmservices.json', () => {
  const GPT_4O = { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] };

  it('[2-R1.3] has the capabilities of each list that are not there yet, with what they open', async () => {
    const inputs = await completed('{ "services": [ { "id": "a", "capabilities": { "input": ["text", "|"] } } ] }');
    assert.deepEqual(inputs.items.map(labelOf), ['vision', 'audio', 'video', 'file', 'tool_result_media']);
    assert.match(String(named(inputs, 'vision')?.documentation), /Images are sent as images/);
    const outputs = await completed('{ "services": [ { "id": "a", "capabilities": { "output": ["text", |] } } ] }');
    for (const type of ['structured_output', 'tool_calling', 'audio']) assert.ok(named(outputs, type), type);
    assert.deepEqual([named(outputs, 'vision'), named(outputs, 'text')], [undefined, undefined]);
  });

  it('has known models in their order, and tells of one that is looked at what it can do', async () => {
    const models = await completed('{ "services": [ { "id": "a", "model": "gpt|-4" } ] }');
    assert.ok(models.items.length > 1000, String(models.items.length));
    const order = ['gpt-5', 'gpt-4o', 'claude-sonnet-4-5', 'openai.gpt-oss-20b'].map((model) => named(models, model)?.sortText ?? '');
    assert.deepEqual(order, order.toSorted(), 'well-known makers first, newer models before older ones, hosts last');
    const model = named(models, 'gpt-4o') ?? assert.fail();
    assert.equal(model.insertText, '"gpt-4o"');
    const { documentation } = await resolveCompletion(model);
    assert.match(String(documentation), /^Inputs: text, vision.*\nOutputs: text.*\nKnown from exact match: gpt-4o, @langchain\/openai/s);
  });

  it('keeps a name first that is written and means something, before all that only begin like it', async () => {
    const first = async (written: string): Promise<unknown> => {
      const { items } = await completed(`{ "services": [ { "id": "a", "model": "${written}|" } ] }`);
      return items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))[0]?.label;
    };
    assert.deepEqual(await first('moondream'), { label: 'moondream', description: 'guess: moondream' });
    assert.equal(typeof (await first('oond')), 'string');
  });

  it('fills in the capabilities of a model where none are declared, and leaves those that are', async () => {
    const text =
      '{\n  "services": [\n    {\n      "id": "a",\n      "model": "gpt-4|"\n    },\n    { "id": "b", "model": "gpt-5^", "capabilities": {} }\n  ]\n}\n';
    const models = await completed(text.replace('^', ''));
    const { additionalTextEdits = [], documentation } = await resolveCompletion(named(models, 'gpt-4o') ?? assert.fail());
    assert.match(String(documentation), /The capabilities are filled in\.$/);
    const filled =
      '"model": "gpt-4",\n      "capabilities": {\n        "input": ["text", "vision", "file"],\n        "output": ["text", "structured_output", "tool_calling"]\n      }\n';
    assert.equal(textAfter(models.document, additionalTextEdits), text.replace('^', '').replace('"model": "gpt-4|"\n', filled));
    const declared = await completed(text.replace('|', '').replace('^', '|'));
    assert.equal((await resolveCompletion(named(declared, 'gpt-4o') ?? assert.fail())).additionalTextEdits, undefined);
  });

  for (const text of [
    '{ "services": [ { "id": "a", "model": "gpt-4o" | } ] }',
    '{ "services": [ { "id": "a", | "model": "gpt-4o" } ] }',
    '{ "services": [ { "model": "gpt-4o", "id": "a", "capabilities": | } ] }',
    '{ "services": [ { "model": "gpt-4o", "id": "a", "cap|" } ] }',
  ]) {
    it(`has the capabilities of a service as they are known of its model: ${text}`, async () => {
      const found = await completed(text);
      const after = taken(found, named(found, 'capabilities') ?? assert.fail());
      assert.deepEqual((JSON.parse(after) as { services: { capabilities: unknown }[] }).services[0]?.capabilities, GPT_4O);
    });
  }

  it('has no capabilities where nothing is known of the model, or where they are', async () => {
    for (const text of [
      '{ "services": [ { "id": "a", "model": "lavalamp", | } ] }',
      '{ "services": [ { "id": "a", "model": "gpt-4o", | "capabilities": {} } ] }',
    ])
      assert.equal(named(await completed(text), 'capabilities'), undefined, text);
  });

  it('has APIs, each with the name its provider writes', async () => {
    const { items } = await completed('{ "services": [ { "id": "a", "api": "|" } ] }');
    assert.deepEqual(
      items.map(({ label }) => label),
      WIRE_APIS.map((api) => ({ label: api, description: API_NAMES[api] })),
    );
  });

  it('has whole services, which declare nothing that nobody knows', async () => {
    const services = await completed('{ "services": [ { "id": "a" } |] }');
    assert.deepEqual(services.items.map(labelOf), ['Known model', 'Text model', 'Vision model', 'Multimodal model']);
    const after = taken(services, named(services, 'Vision model') ?? assert.fail());
    const { id, capabilities } = (JSON.parse(after) as { services: { id: string; capabilities: unknown }[] }).services[1] ?? assert.fail();
    assert.deepEqual([id, capabilities], ['vision-model', { input: ['text', 'vision'], output: ['text'] }]);
  });

  for (const [unit, text] of [
    ['  ', '{\n  "services": [\n    {\n      "id": "a",\n      "model": "gpt-4o"\n    },\n    |\n  ]\n}\n'],
    ['\t', '{\n\t"services": [\n\t\t{\n\t\t\t"id": "a",\n\t\t\t"model": "gpt-4o"\n\t\t},\n\t\t|\n\t]\n}\n'],
  ] as const) {
    it(`indents what is put in as the document is indented: ${JSON.stringify(unit)}`, async () => {
      const services = await completed(text);
      const item = named(services, 'Text model') ?? assert.fail();
      assert.equal(item.keepWhitespace, true);
      const [, first, ...lines] = taken(services, item).slice(text.indexOf('|')).split('\n');
      assert.ok(first?.startsWith(`${unit.repeat(3)}"id"`), first);
      assert.ok(lines.includes(`${unit.repeat(4)}"input": ["text"],`) && lines.includes(`${unit.repeat(2)}}`), lines.join('\n'));
    });
  }
});
