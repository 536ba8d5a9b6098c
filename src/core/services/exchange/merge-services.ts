import type { Node } from 'jsonc-parser';
import type { Steps } from '../../io/steps.ts';
import { editsWithin } from '../edit-service.ts';
import { addServices, applyEdits, changeCapabilities, changeField, diff, type EditOutcome, type TextEdit } from '../edits.ts';
import { memberOf, type TextRange } from '../json-node.ts';
import { detectLayout, type Layout } from '../layout.ts';
import { serviceNodeAt } from '../matrix/service-node.ts';
import { wordsOf } from '../matrix/written-capabilities.ts';
import { parseSteps } from '../parse-steps.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { validateSteps } from '../validate.ts';
import { UniqueNames } from './unique-names.ts';

/** What is done with a service whose id is taken. */
export type TakenAction = 'replace' | 'rename';

/** A service to be written, and how where its id is taken. */
export interface ChosenService {
  readonly service: LlmServiceConfig;
  readonly ifTaken: TakenAction;
}

/** Fields that an import replaces; a key never is. */
const REPLACED = ['name', 'baseURL', 'api', 'model', 'description'] as const;

/**
 * The edits that add services to a text and bring up to date those that are there, one edit for each of these. In steps:
 * the text is taken apart once, and of each service that is replaced only its own text is looked at.
 */
export function* mergeServices(text: string, chosen: readonly ChosenService[]): Steps<EditOutcome> {
  const parsed = yield* parseSteps(text);
  const { entries, usable } = yield* validateSteps(parsed);
  if (!usable && text.trim() !== '') return { ok: false, reason: 'unusable_text' };
  const layout = detectLayout(text);
  const ids = new UniqueNames();
  const placeOf = new Map<string, TextRange>();
  for (const { id, range } of entries) {
    if (id === undefined || placeOf.has(id)) continue;
    placeOf.set(ids.take(id), range);
  }
  const added: LlmServiceConfig[] = [];
  const edits: TextEdit[] = [];
  for (const { service, ifTaken } of chosen) {
    const place = placeOf.get(service.id);
    if (ifTaken === 'replace' && place) edits.push(...replaceEdits(text, place, service, layout));
    else added.push({ ...service, id: ids.take(service.id) });
    yield;
  }
  const outcome = addServices(text, added, parsed);
  return outcome.ok ? { ok: true, edits: [...edits, ...outcome.edits].sort((a, b) => a.offset - b.offset) } : outcome;
}

/** One edit at most, within the service. A side about which the import says nothing stays as it is. */
function replaceEdits(text: string, place: TextRange, service: LlmServiceConfig, layout: Layout): readonly TextEdit[] {
  return editsWithin(text, place, (part, { offset, length }) => {
    let after = part;
    const change = (edit: (node: Node) => readonly TextEdit[]): void => {
      const node = serviceNodeAt(after, { offset, length: after.length - part.length + length });
      if (node) after = applyEdits(after, edit(node));
    };
    for (const field of REPLACED) {
      const value = service[field];
      if (value !== undefined) change((node) => changeField(after, node, field, value, layout));
    }
    const { capabilities } = service;
    if (capabilities) {
      change((node) => {
        const written = memberOf(node, 'capabilities')?.value;
        return changeCapabilities(after, node, { input: capabilities.input ?? wordsOf(written, 'input'), output: capabilities.output ?? wordsOf(written, 'output') }, layout);
      });
    }
    return diff(part, after);
  });
}
