import { sentence, type Sentence } from '../io/errors.ts';
import { safeId } from '../routing/description.ts';
import { API_NAMES } from '../wire/verdict.ts';
import type { HostKind } from '../wire/key-home.ts';
import type { VerifyTarget } from './target.ts';
import { requestCount } from './verify-service.ts';

/** What a person reads before requests are sent; the arguments follow the numbers. */
export const CONSENT_SENTENCES = {
  question: 'Verify the capabilities of {0}?',
  questionWithWarnings: 'Verify the capabilities of the service?',
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

/** The consent question; every sentence is one line, with arguments of limited length. */
export interface Consent {
  /** Names the service only when there are no warnings, so that its name cannot displace one. */
  readonly question: Sentence;
  readonly warnings: readonly Sentence[];
  /** Key and host first, so that no text of the service can displace them; then the service's own facts. */
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

/** Maximum characters of a configured text, so that it fits on one line. */
const LONGEST = 120;
const LONGEST_ADDRESS = 300;
const LONGEST_NAME = 60;
/** White space and letters that look like it: many of them would wrap the line. */
const BLANKS = /[\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** A configured text on one line, without controls, with limited length. */
function line(text: string, longest = LONGEST): string {
  const characters = [...safeId(text).replace(BLANKS, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
