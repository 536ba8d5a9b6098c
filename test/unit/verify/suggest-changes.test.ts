import assert from 'node:assert/strict';
import { sentence } from '../../../src/core/io/errors.ts';
import type { Probe } from '../../../src/core/verify/probe.ts';
import { isConclusive, type ProbeResult, suggestChanges } from '../../../src/core/verify/verify-service.ts';

const result = (probe: Probe, isDeclared: boolean, outcome: ProbeResult['outcome']): ProbeResult => ({
  probe,
  list: probe === 'tool_calling' ? 'output' : 'input',
  isDeclared,
  outcome,
  reason: 'answered',
  because: sentence(''),
});

describe('What a verification suggests', () => {
  it('adds what was accepted and is not declared, removes what is declared and was refused, and nothing else', () => {
    const changes = suggestChanges([
      result('text', true, 'refused'),
      result('vision', false, 'accepted'),
      result('audio', true, 'refused'),
      result('file', true, 'unclear'),
      result('tool_calling', true, 'accepted'),
      result('structured_output', false, 'refused'),
      result('tool_result_media', true, 'not_sent'),
    ]);
    assert.deepEqual(changes, [
      { kind: 'add', list: 'input', type: 'vision' },
      { kind: 'remove', list: 'input', type: 'audio' },
    ]);
    assert.deepEqual(suggestChanges([result('text', false, 'accepted')]), []);
  });

  it('is certain of everything but a sound that nobody can tell from none', () => {
    const changes = suggestChanges([
      result('vision', false, 'accepted'),
      result('audio', false, 'accepted'),
      result('file', true, 'refused'),
    ]);
    assert.deepEqual(changes.map(isConclusive), [true, false, true]);
    assert.equal(isConclusive({ kind: 'remove', list: 'input', type: 'audio' }), true);
  });
});
