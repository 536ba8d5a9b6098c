import * as vscode from 'vscode';
import { daysOld } from '../../core/models/catalogue/source-age.ts';
import type { JudgedRequest, PlacedFinding } from '../../core/receive/model-request.ts';
import { formatSize } from '../../core/content/size.ts';
import type { Arrival } from '../../core/wire/arrival.ts';
import { isCertain } from '../../core/models/catalogue/propose-capabilities.ts';
import { type CatalogueService, datedSourceOf } from '../../core/wire/catalogue-service.ts';
import { limitSentence, ruleSentence } from '../../core/wire/rule-sentence.ts';
import { API_NAMES, isUndocumented, type WireVerdict } from '../../core/wire/verdict.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { PreviewedContents } from './routes.ts';

/** Causes of one arrival beyond this many are not shown: a person solves one after the other. */
const MOST_CAUSES = 4;

/** What decided an arrival, as sentences; null when the capabilities did. Of a request that is refused everything that its API does not take. */
export function arrivalReason({ state, cause }: Arrival, routed: PreviewedContents, wired: JudgedRequest | null): string | null {
  if (!cause) return null;
  if (!wired || (cause.by !== 'limit' && cause.by !== 'rule') || state === 'described') return sentenceText(cause.sentence);
  if (state !== 'refused') {
    const finding = cause.by === 'limit' ? wired.limits.find(({ severity }) => severity === 'warning') : undefined;
    if (finding) return ofApi(wired, findingText(finding, routed));
    const text = sentenceText(cause.sentence);
    const parts = wired.verdicts.flatMap((verdict) => (sentenceText(ruleSentence(verdict)) === text ? [verdict.part] : []));
    return withNames(parts, text, routed);
  }
  const rejected = wired.verdicts.filter(({ outcome }) => outcome === 'rejected');
  const rules = new Set(rejected.map((verdict) => withNames([verdict.part], sentenceText(ruleSentence(verdict)), routed)));
  const limits = wired.limits.filter(({ severity }) => severity === 'error').map((finding) => findingText(finding, routed));
  const causes = [...rules, ...limits.map((text) => ofApi(wired, text))];
  const more = causes.length - MOST_CAUSES;
  return [...causes.slice(0, MOST_CAUSES), ...(more > 0 ? [vscode.l10n.t('And {0} more.', more)] : [])].join(' ');
}

/** A limit is that of an API, which its sentence does not name. */
function ofApi({ choice }: JudgedRequest, text: string): string {
  return vscode.l10n.t('{0}: {1}', API_NAMES[choice.api], text);
}

/** What a limit says, with the names of what it is about, where that could be one of several. */
export function findingText(finding: PlacedFinding, routed: PreviewedContents): string {
  return withNames(finding.parts, sentenceText(limitSentence(finding)), routed);
}

/** A sentence behind the names of the parts it is about. */
function withNames(parts: readonly number[], text: string, routed: PreviewedContents): string {
  const names = namesOf(parts, routed);
  return names === '' ? text : vscode.l10n.t('{0}: {1}', names, text);
}

/** Names beyond this many are counted. */
const MOST_NAMES = 3;

/** The names of some parts of a message; empty where there is one content alone: nobody asks which. */
export function namesOf(parts: readonly number[], { attachments, media }: PreviewedContents): string {
  if (attachments.length < 2) return '';
  const names = parts.flatMap((part) => media.find((medium) => medium.part === part)?.name ?? []);
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? vscode.l10n.t('{0} and {1} more', shown, names.length - MOST_NAMES) : shown;
}

/** What becomes of pictures that arrive, but not as they are; null where they do. */
export function scaledNote(routed: PreviewedContents, { limits }: JudgedRequest): string | null {
  const notes = limits.flatMap(({ code, params, parts }) => {
    if (code !== 'image_is_shrunk') return [];
    return [withNames(parts, vscode.l10n.t('Arrives, scaled to {0} × {1} pixels.', params['width'] ?? 0, params['height'] ?? 0), routed)];
  });
  const more = notes.length - MOST_CAUSES;
  if (more > 0) notes.splice(MOST_CAUSES, more, vscode.l10n.t('And {0} more.', more));
  return notes.length === 0 ? null : notes.join(' ');
}

/** How content that arrives differs from what it was: scaled, moved to another message, converted; null where it does not. */
export function changeNote(routed: PreviewedContents, wired: JudgedRequest | null, arrival: Arrival): string | null {
  const { state } = arrival;
  if (!wired || !['arrives', 'doubtful', 'partly'].includes(state)) return null;
  const moved = wired.verdicts.filter(({ outcome, mimeType }) => outcome === 'rehomed' && mimeType !== undefined);
  const rules = new Set(moved.map((verdict) => sentenceText(ruleSentence(verdict))));
  const reason = arrivalReason(arrival, routed, wired) ?? '';
  const notes = [scaledNote(routed, wired), ...rules].filter((each) => each !== null && !reason.includes(each));
  return notes.length === 0 ? null : notes.join(' ');
}

/** What an API refuses of one part, as sentences; none where something else is refused, or nothing. */
export function refusalsOf(part: number, wired: JudgedRequest): readonly string[] {
  return objectionsTo(part, wired, 'error', ({ outcome }) => outcome === 'rejected');
}

/** Why it is not sure that one part of a request that is sent arrives, as sentences. */
export function doubtsAbout(part: number, wired: JudgedRequest): readonly string[] {
  return objectionsTo(part, wired, 'warning', isUndocumented);
}

function objectionsTo(
  part: number,
  wired: JudgedRequest,
  severity: PlacedFinding['severity'],
  isMeant: (verdict: WireVerdict) => boolean,
): readonly string[] {
  const rules = wired.verdicts.filter((verdict) => verdict.part === part && isMeant(verdict));
  const limits = wired.limits.filter((finding) => finding.severity === severity && finding.parts.includes(part));
  return [
    ...new Set(rules.map((verdict) => sentenceText(ruleSentence(verdict)))),
    ...limits.map((finding) => ofApi(wired, sentenceText(limitSentence(finding)))),
  ];
}

/** Why a content is routed as it is, as a sentence. @param isOfCatalogue what the model takes is known of the catalogue, and not declared */
export function routeReason({ verdict, attachments }: PreviewedContents, isOfCatalogue = false): string {
  switch (verdict.outcome) {
    case 'text':
      return verdict.granted === null
        ? vscode.l10n.t('Sent as text in the result of a tool; every model can read it.')
        : grantedReason(verdict.granted, isOfCatalogue);
    case 'image_url':
    case 'file':
      return grantedReason(verdict.granted ?? '', isOfCatalogue);
    case 'description':
      return describedReason(verdict, attachments.length > 0, isOfCatalogue);
    case 'failed':
      if (attachments[0]?.failure) return failureMessage(attachments[0].failure);
      return vscode.l10n.t('The content cannot be read, so an error note is sent instead.');
    case 'not_found':
      return vscode.l10n.t('There is no content to send.');
    case 'message': {
      const included = attachments.filter(({ outcome }) => outcome === 'included').length;
      if (included === attachments.length) return vscode.l10n.t('All attachments are sent.');
      if (included === 0) return vscode.l10n.t('None of the {0} attachments is sent; each is described.', attachments.length);
      return vscode.l10n.t('{0} of {1} attachments are sent; the others are described.', included, attachments.length);
    }
  }
}

/** Why the content itself is sent. */
function grantedReason(capability: string, isOfCatalogue: boolean): string {
  return isOfCatalogue
    ? vscode.l10n.t('According to the catalogue, the model accepts “{0}”, so the content itself is sent.', capability)
    : vscode.l10n.t('“{0}” is declared, so the content itself is sent.', capability);
}

/** Why a description is sent instead. */
function describedReason(
  { rule, limit, binaryType, capabilities }: PreviewedContents['verdict'],
  isAttached: boolean,
  isOfCatalogue: boolean,
): string {
  if (rule === 'too_large')
    return vscode.l10n.t('The content is larger than the limit of {0}, so a description is sent instead.', formatSize(limit ?? 0));
  if (rule === 'service_unknown') return vscode.l10n.t('Without a model service only text can be sent, so a description is sent instead.');
  if (isAttached && binaryType === null && !isOfCatalogue) return attachedTextReason(capabilities[0] ?? '');
  return isOfCatalogue
    ? vscode.l10n.t('The catalogue does not list {0} for this model, so a description is sent instead.', quoted(capabilities))
    : vscode.l10n.t('{0} is not declared, so a description is sent instead.', quoted(capabilities));
}

/** Why a text is described that a tool would give to the model as it is. */
export function attachedTextReason(capability: string): string {
  return vscode.l10n.t(
    'The model does not declare “{0}”, which every attached file needs, text included: a description is added to the text. An agent that reads it with a tool gets the text itself.',
    capability,
  );
}

/** The same where it does not come to that: something behind the capabilities stops it. */
export function intendedReason(routed: PreviewedContents, isOfCatalogue = false): string {
  const { outcome, granted } = routed.verdict;
  return outcome === 'image_url' || outcome === 'file'
    ? isOfCatalogue
      ? vscode.l10n.t('According to the catalogue, the model accepts “{0}”.', granted ?? '')
      : vscode.l10n.t('“{0}” is declared.', granted ?? '')
    : outcome === 'message' || outcome === 'text'
      ? ''
      : routeReason(routed, isOfCatalogue);
}

/** `“audio” or “file”` */
export function quoted(words: readonly string[]): string {
  const marked = words.map((word) => vscode.l10n.t('“{0}”', word));
  return marked.length < 2 ? marked.join('') : vscode.l10n.t('{0} or {1}', marked.slice(0, -1).join(', '), marked.at(-1) ?? '');
}

/** Where it is known of a model what it takes, and of which day. */
export function catalogueNote(model: CatalogueService): string {
  const { match, entry } = model.inference;
  if (!isCertain(match)) return vscode.l10n.t('Not in the catalogue: inferred from its family, {0}', entry);
  const source = datedSourceOf(model);
  if (!source) return vscode.l10n.t('From the catalogue');
  const days = daysOld(source.date);
  return days === undefined
    ? vscode.l10n.t('From the model catalogue of {0} ({1})', source.date, source.package)
    : vscode.l10n.t('From the model catalogue of {0} ({1}), {2} days old', source.date, source.package, days);
}
