import { sentence, type Sentence } from '../io/errors.ts';
import { safeId } from '../routing/description.ts';
import { API_NAMES } from '../wire/verdict.ts';
import type { HostKind } from '../wire/key-home.ts';
import type { VerifyTarget } from './target.ts';
import { requestCount } from './verify-service.ts';

/** What a person is told before requests are sent, in English; the arguments are in the order of the numbers. */
export const CONSENT_SENTENCES = {
  question: 'Test the capabilities of {0}?',
  questionWithWarnings: 'Test the capabilities of the service?',
  keyOfOther: 'The key belongs to {0}, but this is not an address of {0}: whoever runs {1} gets it.',
  keyNotKnown: 'The key in {0} is sent to {1} and is not known to belong there: whoever runs {1} gets it.',
  open: 'The address is not https: others on the network can read the key.',
  linkLocal: '{0} is a link-local address, from which cloud machines get their credentials.',
  keyInFile: 'Key: from llmservices.json',
  keyInVariable: 'Key: from the environment variable {0}',
  noKey: 'Key: none',
  hostName: 'Host: {0}',
  hostHere: 'Host: {0} (this machine)',
  hostLinkLocal: 'Host: {0} (link-local)',
  hostPrivate: 'Host: {0} (in a private network)',
  hostNumber: 'Host: {0} (an IP address, not a name)',
  address: 'Address: {0}',
  official: 'The service has no address; this is the official one of {0}.',
  service: 'Service: “{0}”',
  model: 'Model: “{0}”',
  apiDeclared: 'API: {0} (declared)',
  apiInferred: 'API: {0} (inferred)',
  apiGuessed: 'API: {0} (guessed)',
  requests: 'Up to {0} tiny requests are sent, one after another. They may cost money. The answers are shown; nothing is changed.',
} as const satisfies Readonly<Record<string, string>>;

/** What is shown before requests are sent; every sentence is one line, and each argument of bounded length. */
export interface Consent {
  /** With the name of the service only where there is nothing to warn of: nothing of its own stands before a warning. */
  readonly question: Sentence;
  readonly warnings: readonly Sentence[];
  /** The key and the host, which no text of the service can push aside; then what the service says of itself. */
  readonly facts: readonly Sentence[];
  readonly requests: Sentence;
}

const HOSTS: Readonly<Record<HostKind, keyof typeof CONSENT_SENTENCES>> = {
  this_machine: 'hostHere',
  link_local: 'hostLinkLocal',
  private: 'hostPrivate',
  number: 'hostNumber',
  name: 'hostName',
};
const APIS = { declared: 'apiDeclared', inferred: 'apiInferred', guessed: 'apiGuessed' } as const satisfies Readonly<
  Record<VerifyTarget['certainty'], keyof typeof CONSENT_SENTENCES>
>;

/** What a person has to know to agree to the requests of a verification. */
export function consentTo(target: VerifyTarget): Consent {
  const { key, keyOwner, isKnownPair, host, hostKind, isOpen, address, official, name, model, api, certainty } = target;
  const variable = line(key.variable ?? '');
  const warnings = [
    ...(keyOwner !== undefined ? [said('keyOfOther', keyOwner, host)] : isKnownPair ? [] : [said('keyNotKnown', variable, host)]),
    ...(isOpen ? [said('open')] : []),
    ...(hostKind === 'link_local' ? [said('linkLocal', host)] : []),
  ];
  return {
    question: warnings.length > 0 ? said('questionWithWarnings') : said('question', line(name, LONGEST_NAME)),
    warnings,
    facts: [
      { file: said('keyInFile'), variable: said('keyInVariable', variable), none: said('noKey') }[key.from],
      said(HOSTS[hostKind], host),
      said('address', line(address, LONGEST_ADDRESS)),
      ...(official === undefined ? [] : [said('official', official)]),
      said('service', line(name)),
      said('model', line(model)),
      said(APIS[certainty], API_NAMES[api]),
    ],
    requests: said('requests', requestCount(target)),
  };
}

function said(key: keyof typeof CONSENT_SENTENCES, ...args: readonly (string | number)[]): Sentence {
  return sentence(CONSENT_SENTENCES[key], ...args);
}

/** Characters of a text from a configuration: a window shows as much without a line of its own for the rest. */
const LONGEST = 120;
const LONGEST_ADDRESS = 300;
const LONGEST_NAME = 60;
/** White space, and letters that look like it: many of them would begin a line of their own where a window breaks lines. */
const BLANKS = /[\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** A text from a configuration as it stands in a line: without controls, on one line, of bounded length. */
function line(text: string, longest = LONGEST): string {
  const characters = [...safeId(text).replace(BLANKS, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
