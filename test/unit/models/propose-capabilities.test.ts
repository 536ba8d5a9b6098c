import assert from 'node:assert/strict';
import { checkCatalogue } from '../../../src/core/models/catalogue/check-catalogue.ts';
import { inferCapabilities } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { proposeCapabilities, type Proposal } from '../../../src/core/models/catalogue/propose-capabilities.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

const catalogue = { inferCapabilities };

function proposalFor(service: unknown): Proposal {
  const [entry] = validateServices(JSON.stringify({ services: [service] })).entries;
  assert.ok(entry);
  return proposeCapabilities(entry, catalogue);
}

const changesIn = (proposal: Proposal): string[] =>
  proposal.kind === 'changes'
    ? proposal.changes.map(({ list, type, isDeclared }) => `${isDeclared ? '+' : '-'}${list}.${type}`)
    : [proposal.kind];

describe('What the catalogue would change in a declaration', () => {
  it('adds what is known and not declared, takes out what is known not to be there, and leaves the rest', () => {
    const declared = { input: ['text', 'audio', 'smell'], output: ['text', 'structured_output', 'vision'] };
    const proposal = proposalFor({ id: 'a', model: 'gpt-4o', capabilities: declared });
    assert.deepEqual(changesIn(proposal), ['+input.vision', '+input.file', '+output.tool_calling', '-input.audio']);
  });

  it('puts what was meant in the place of a slip', () => {
    assert.deepEqual(
      changesIn(
        proposalFor({
          id: 'a',
          model: 'gpt-4o',
          capabilities: { input: ['text', 'vison', 'pdf'], output: ['text', 'structured_output', 'tool_calling'] },
        }),
      ),
      ['+input.vision', '-input.vison', '+input.file', '-input.pdf'],
    );
  });

  it('says why there is nothing to change', () => {
    assert.deepEqual(changesIn(proposalFor({ id: 'a', model: 'gpt-4o', capabilities: inferCapabilities('gpt-4o')?.capabilities })), [
      'agrees',
    ]);
    assert.deepEqual(changesIn(proposalFor({ id: 'a', model: 'lavalamp' })), ['unknown_model']);
    assert.deepEqual(changesIn(proposalFor({ id: 'a', model: ' ' })), ['no_model']);
    assert.deepEqual(changesIn(proposalFor({ id: 'a', model: 'gpt-4o', capabilities: { input: ['text', 7] } })), ['invalid_capabilities']);
    assert.deepEqual(changesIn(proposalFor({ model: 'gpt-4o' })), ['unusable_service']);
  });
});

describe('Where declarations disagree with the catalogue', () => {
  const told = (text: string): unknown[] => {
    const { root } = parseConfigText(text);
    assert.ok(root);
    return checkCatalogue(validateServices(text).entries, root, catalogue).map(({ problem: { code, range, params, index } }) => [
      code,
      index,
      range && text.slice(range.offset, range.offset + range.length),
      params['capabilities'] ?? params['capability'],
    ]);
  };

  it('is told at the word, or at the name of the model', () => {
    assert.deepEqual(
      told(
        '{"services": [{"id": "a"}, {"id": "b", "model": "gpt-4o", "capabilities": {"input": ["text", "vision", "file", "tool_result_media", "video"]}}]}',
      ),
      [
        ['capability_contradicted', 1, '"video"', 'video'],
        ['capability_undeclared', 1, '"gpt-4o"', 'structured_output, tool_calling'],
      ],
    );
  });

  it('is not told of what a misspelt word means: that is told at the word', () => {
    assert.deepEqual(
      told('{"services": [{"id": "a", "model": "gpt-4o", "capabilities": {"input": ["text", "vison", "tools"], "output": ["text"]}}]}'),
      [['capability_undeclared', 0, '"gpt-4o"', 'file, structured_output']],
    );
  });

  it('is not told where only a family or a word in the name is known', () => {
    assert.deepEqual(told('{"services": [{"id": "a", "model": "claude-opus-99"}, {"id": "b", "model": "acme-llava-13b"}]}'), []);
  });
});
