import assert from 'node:assert/strict';
import { CAPABILITY_SENTENCES } from '../../src/core/models/capability.ts';
import { OWN_SOURCES } from '../../src/core/conversation/conversation-finding.ts';
import { CONVERSATION_SENTENCES, SECOND_RESULT, SHRINK_REFUSALS, SLIM_SENTENCE } from '../../src/core/conversation/finding-words.ts';
import { MEND_SENTENCES } from '../../src/core/conversation/program-mends.ts';
import { SENT_AS_WORDS, WAY_WORDS } from '../../src/core/conversation/receipt-words.ts';
import { CHANGE_WORDS, MISS_WORDS, REQUEST_SENTENCES } from '../../src/core/conversation/request-words.ts';
import { REQUEST_RULES } from '../../src/core/conversation/request-rules.ts';
import { NOT_CARRIED_SENTENCES } from '../../src/core/models/exchange/exchange.ts';
import { PROBLEM_ADDITIONS, PROBLEM_SENTENCES, SYNTAX_SENTENCES } from '../../src/core/models/problems.ts';
import { FINDING_SENTENCES } from '../../src/core/transcript/finding.ts';
import { DELIVERY_WORDS } from '../../src/core/receive/delivery-words.ts';
import { THROUGH_SENTENCES } from '../../src/core/receive/through-program.ts';
import { RECEIVER_SENTENCES } from '../../src/core/tools/preview-artifact.ts';
import { ARRIVAL_SENTENCES } from '../../src/core/wire/arrival.ts';
import { ARRIVAL_WORDS, CONTENT_WORDS, FILES_WORDS, MANNER_WORDS, OUTCOME_WORDS } from '../../src/core/wire/outcome-words.ts';
import { LIMIT_SENTENCES, RULE_SENTENCES } from '../../src/core/wire/rule-sentence.ts';
import { CONSENT_SENTENCES } from '../../src/core/verify/consent.ts';
import { TARGET_SENTENCES } from '../../src/core/verify/target.ts';
import { VERIFY_SENTENCES } from '../../src/core/verify/judge.ts';
import { SERVICE_API_SENTENCES } from '../../src/core/wire/service-api.ts';
import { FORMULA_SENTENCES } from '../../src/core/wire/tokens/formula-sentence.ts';
import { callsIn, literalTexts, placeholders, readJson } from './sources.ts';

type Texts = Record<string, string>;

describe('Translations of the manifest', () => {
  const used = [...new Set(JSON.stringify(readJson('package.json')).match(/(?<=")%[^%"]+%(?=")/g))].map((key) => key.slice(1, -1));
  const english = readJson<Texts>('package.nls.json');
  const chinese = readJson<Texts>('package.nls.zh-cn.json');

  it('are there in both languages for every key, and none is left over', () => {
    assert.deepEqual(Object.keys(english).sort(), [...used].sort());
    assert.deepEqual(Object.keys(chinese).sort(), [...used].sort());
  });

  it('are not empty and keep the code, the links and the placeholders of the English text', () => {
    // What stands in the texts for the machine: `code`, (command:…) and (https:…) links, {0}.
    const fixed = (text: string) => [...(text.match(/`[^`]+`|\((?:command|https?):[^)]+\)|\{\d+\}/g) ?? [])].sort();
    const wrong = Object.keys(english).filter((key) => {
      const [one, other] = [english[key] ?? '', chinese[key] ?? ''];
      return one.trim() === '' || other.trim() === '' || JSON.stringify(fixed(one)) !== JSON.stringify(fixed(other));
    });
    assert.deepEqual(wrong, []);
  });
});

describe('Translations of the code', () => {
  const calls = [
    ...callsIn('src/host').filter(({ callee }) => /(^|\.)l10n\.t$/.test(callee)),
    ...callsIn('webview').filter(({ callee }) => callee === 't'),
  ];
  // What the core says as templates (`Sentence`): a host translates them as they come.
  const templates = [
    SECOND_RESULT.text,
    SLIM_SENTENCE.text,
    ...[RULE_SENTENCES, LIMIT_SENTENCES, FORMULA_SENTENCES, PROBLEM_SENTENCES, CONVERSATION_SENTENCES].flatMap((table) =>
      Object.values(table).map(({ text }) => text),
    ),
    ...Object.values(REQUEST_RULES).map(({ sentence }) => sentence.text),
    ...Object.values(MEND_SENTENCES).map(({ text }) => text),
    ...Object.values(PROBLEM_ADDITIONS),
    ...Object.values(SERVICE_API_SENTENCES),
    ...Object.values(ARRIVAL_SENTENCES),
    ...[OUTCOME_WORDS, CONTENT_WORDS, FILES_WORDS, MANNER_WORDS, ARRIVAL_WORDS]
      .flatMap((table) => Object.values(table))
      .filter((word) => word !== '{0}'),
    ...Object.values(RECEIVER_SENTENCES),
    ...Object.values(THROUGH_SENTENCES),
    ...Object.values(DELIVERY_WORDS),
    ...Object.values(FINDING_SENTENCES),
    ...Object.values(CAPABILITY_SENTENCES),
    ...Object.values(VERIFY_SENTENCES),
    ...Object.values(TARGET_SENTENCES),
    ...Object.values(CONSENT_SENTENCES),
    ...Object.values(NOT_CARRIED_SENTENCES),
    ...Object.values(SYNTAX_SENTENCES),
    ...Object.values(OWN_SOURCES),
    ...Object.values(SHRINK_REFUSALS),
    ...Object.values(MISS_WORDS),
    ...Object.values(CHANGE_WORDS).flatMap((words) => Object.values<string>(words)),
    ...Object.values(REQUEST_SENTENCES),
    ...Object.values(SENT_AS_WORDS),
    ...Object.values(WAY_WORDS),
  ];
  const texts = new Set([...calls.flatMap(({ argument }) => literalTexts(argument) ?? []), ...templates]);
  const chinese = readJson<Texts>('media/l10n/bundle.l10n.zh-cn.json');

  it('start from literal texts, so that they can be found', () => {
    // Templates of the core come through one place of each side.
    const places = calls.filter(
      ({ argument, where }) => !literalTexts(argument) && !/^(src\/host\/screen\/sentence-text|webview\/text)\.ts:/.test(where),
    );
    assert.deepEqual(
      places.map(({ where }) => where),
      [],
    );
    assert.ok(texts.size > 0);
  });

  it('are there for every text, and none is left over', () => {
    assert.deepEqual(
      [...texts].filter((text) => !chinese[text]?.trim()),
      [],
      'without a translation',
    );
    assert.deepEqual(
      Object.keys(chinese).filter((text) => !texts.has(text)),
      [],
      'left over',
    );
  });

  it('keep the placeholders', () => {
    const wrong = Object.entries(chinese).filter(([one, other]) => placeholders(one).join() !== placeholders(other).join());
    assert.deepEqual(
      wrong.map(([text]) => text),
      [],
    );
  });
});
