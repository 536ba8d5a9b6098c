import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { modelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelKnowledge } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { judgeAttachments, kindCapability, type ModelFacts } from '../../core/receive/judged-contents.ts';
import {
  chooseApi,
  composeRequest,
  exceedsLimits,
  type ModelRequest,
  partsOverLimits,
  requestReceiver,
} from '../../core/receive/model-request.ts';
import { type AttachmentOutcome, attachmentsWithout } from '../../core/receive/routed-contents.ts';
import type { LimitFinding } from '../../core/wire/limit-finding.ts';
import { answeringModel } from '../../core/wire/retirement-of-service.ts';
import { API_NAMES, OUTCOMES, WIRE_APIS, type WireOutcome } from '../../core/wire/verdict.ts';
import type { PreviewFix } from '../../shared/preview-protocol.ts';
import type { PreviewServices } from './content-source.ts';
import { typeWarning } from './preview-facts.ts';
import { type DecisionFacts, misspeltInputs } from './decision-steps.ts';
import { namesOf } from './routed-arrival.ts';
import type { PreviewedContents } from './routes.ts';
import { requestTo } from './service-request.ts';

/** What a fix does when a person chooses it. */
export type FixAction =
  | { readonly kind: 'correctCapability'; readonly serviceId: string; readonly capability: string; readonly meant: string }
  | { readonly kind: 'addCapability'; readonly serviceId: string; readonly capability: string }
  | { readonly kind: 'selectService'; readonly serviceId: string }
  | { readonly kind: 'correctType'; readonly mimeType: string }
  | { readonly kind: 'declareApi'; readonly serviceId: string }
  | { readonly kind: 'raiseLimit' }
  | { readonly kind: 'addService' }
  /** Shows the message with those of its attachments alone that are kept, by their order. */
  | { readonly kind: 'withoutAttachments'; readonly kept: readonly number[] }
  | { readonly kind: 'pickModel' }
  /** A person has to do it elsewhere. */
  | { readonly kind: 'advice' };

/** Something that would change the outcome. */
export interface OutcomeFix extends PreviewFix {
  readonly action: FixAction;
}

/** Actions that write into the data root or `llmservices.json`: like all such writing they ask for a trusted workspace. */
const WRITING: ReadonlySet<FixAction['kind']> = new Set(['correctCapability', 'addCapability', 'correctType', 'declareApi', 'addService']);

export function writes({ kind }: FixAction): boolean {
  return WRITING.has(kind);
}

/** Services that are offered instead of the selected one. */
const MOST_SERVICES = 3;
const MEDIA_IN_TOOL_RESULTS = 'tool_result_media';

/**
 * What would change the outcome, the likeliest first; in Restricted Mode, and where no data root is open, nothing that writes.
 * @param withAllCapabilities what a model would get that takes everything
 */
export function fixesFor(decision: DecisionFacts, withAllCapabilities: PreviewedContents): OutcomeFix[] {
  const mayWrite = vscode.workspace.isTrusted && decision.subject.source.root !== undefined;
  return allFixes(decision, withAllCapabilities).filter((fix) => mayWrite || !writes(fix.action));
}

function allFixes(decision: DecisionFacts, withAllCapabilities: PreviewedContents): OutcomeFix[] {
  const { services, service, routed } = decision;
  const typeFixes = correctType(decision);
  if (routed.verdict.rule === 'too_large') return [...typeFixes, raiseLimit()];
  // Nobody takes what is not there.
  if (routed.size === 0) return typeFixes;
  const limitFixes = [...typeFixes, ...keepLimits(decision)];
  if (limitFixes.length > typeFixes.length) return [...limitFixes, ...selectServices(decision, withAllCapabilities), pickModel()];
  // what the catalogue says of its models is not written anywhere
  if (service && (services.modelOf(service.id) || services.isForgotten(service.id)))
    return [...typeFixes, ...selectServices(decision, withAllCapabilities)];
  if (services.getServices().length === 0) return routed.verdict.capabilities.length > 0 ? [...typeFixes, addService()] : typeFixes;
  return [
    ...typeFixes,
    ...addCapabilities(decision, withAllCapabilities),
    ...takeMediaInToolResults(decision),
    ...selectServices(decision, withAllCapabilities),
    ...declareApi(decision),
  ];
}

function correctType({ subject }: DecisionFacts): OutcomeFix[] {
  const warning = subject.loaded && typeWarning(subject.loaded);
  if (warning?.code !== 'type_contradicted' || subject.loaded?.metadataFile === undefined) return [];
  const detail =
    warning.by === 'name'
      ? vscode.l10n.t(
          'The file name says {0}, the bytes are {1}. Changes the metadata file. You can undo this.',
          warning.declared,
          warning.detected,
        )
      : vscode.l10n.t(
          'The metadata says {0}, the bytes are {1}. Changes the metadata file. You can undo this.',
          warning.declared,
          warning.detected,
        );
  return [
    {
      icon: 'edit',
      label: vscode.l10n.t('Correct the type to {0}', warning.detected),
      detail,
      action: { kind: 'correctType', mimeType: warning.detected },
    },
  ];
}

/** What helps where the request exceeds limits of its API: less of it, or another form. Nothing where it exceeds none. */
function keepLimits({ routed, wired }: DecisionFacts): OutcomeFix[] {
  if (!wired || wired.worst === 'rejected') return [];
  const errors = wired.limits.filter(({ severity }) => severity === 'error');
  const parts = partsOverLimits(wired);
  const kept = attachmentsWithout(parts, routed);
  const without: OutcomeFix[] =
    parts.size === 0 || kept.length === 0
      ? []
      : [
          {
            icon: 'list-selection',
            label: vscode.l10n.t('Preview without the files that are too large ({0})', parts.size),
            detail: namesOf([...parts], routed),
            action: { kind: 'withoutAttachments', kept },
          },
        ];
  const partsOf = new Map<string, number[]>();
  for (const finding of errors) {
    const label = adviceOn(finding);
    if (label !== undefined) partsOf.set(label, [...(partsOf.get(label) ?? []), ...finding.parts]);
  }
  const advices = [...partsOf].map(([label, about]): OutcomeFix => ({
    icon: 'lightbulb',
    label,
    detail: namesOf(about, routed),
    isAdvice: true,
    action: { kind: 'advice' },
  }));
  return [...without, ...advices];
}

function pickModel(): OutcomeFix {
  const detail = vscode.l10n.t('“Compare” shows which models accept it.');
  return { icon: 'search', label: vscode.l10n.t('Any Model…'), detail, action: { kind: 'pickModel' } };
}

/** What a person does so that a limit is kept; undefined where nothing but other content helps. */
function adviceOn({ code, params }: LimitFinding): string | undefined {
  const { limit, types, count, variant } = params;
  const size = typeof limit === 'number' ? formatSize(limit) : '';
  switch (code) {
    case 'part_too_large':
      // base64 has four characters for three bytes
      if (variant === 'image_bytes') return vscode.l10n.t('Make the image smaller: at most {0} as a file.', size);
      if (variant !== 'bytes') return vscode.l10n.t('Make the image smaller: at most {0} as a file.', formatSize((Number(limit) * 3) / 4));
      return vscode.l10n.t('Split the document or make it smaller: at most {0}.', size);
    case 'request_too_large':
      return vscode.l10n.t('Send fewer or smaller files: the request may have at most {0}, and base64 makes files a third larger.', size);
    case 'documents_too_large':
      return vscode.l10n.t('Send fewer or smaller documents: at most {0} together.', size);
    case 'too_many_documents':
      return vscode.l10n.t('Send fewer documents in one message: at most {0}.', limit ?? '');
    case 'too_many_pages_together':
      return vscode.l10n.t('Send fewer pages and images in one message: at most {0}.', limit ?? '');
    case 'too_many_images':
      return vscode.l10n.t('Send fewer images in one message: at most {0}.', limit ?? '');
    case 'too_many_pixels':
      return vscode.l10n.t('Scale the image down: at most {0} pixels per side.', limit ?? '');
    case 'too_many_patches':
      return vscode.l10n.t('Scale the image down to fewer pixels.');
    case 'too_large_among_many':
      return vscode.l10n.t(
        'Send at most {0} images in one message, or scale them to at most {1} pixels per side.',
        count ?? '',
        limit ?? '',
      );
    case 'too_many_pages':
      return vscode.l10n.t('Split the document: at most {0} pages.', limit ?? '');
    case 'context_exceeded':
      return vscode.l10n.t('Send less of it: the model accepts {0} tokens.', Number(params['window']).toLocaleString(vscode.env.language));
    case 'animation_refused':
      return vscode.l10n.t('Send one frame as a still image, such as a PNG.');
    case 'encrypted':
      return vscode.l10n.t('Save the document without a password.');
    case 'type_not_accepted':
      return vscode.l10n.t('Convert it. Accepted: {0}.', types ?? '');
    default:
      return undefined;
  }
}

function raiseLimit(): OutcomeFix {
  const detail = vscode.l10n.t('Larger content is described instead of sent.');
  return { icon: 'settings-gear', label: vscode.l10n.t('Change the size limit…'), detail, action: { kind: 'raiseLimit' } };
}

function addService(): OutcomeFix {
  const detail = vscode.l10n.t('No model service is declared yet; llmservices.json declares what each model accepts.');
  return { icon: 'add', label: vscode.l10n.t('Declare a model service…'), detail, action: { kind: 'addService' } };
}

/** The usual capability of an artifact's kind, or those that attachments need; none that the model is known not to have. */
function addCapabilities(decision: DecisionFacts, withAllCapabilities: PreviewedContents): OutcomeFix[] {
  const { service, services, routed } = decision;
  const { capabilities, outcome, rule } = routed.verdict;
  if (!service || (rule !== 'capability_missing' && outcome !== 'message')) return [];
  const misspelt = misspeltInputs(services, service.id);
  const missing = capabilities.filter((type) => !services.hasCapability(service.id, type));
  const wanted = outcome === 'message' ? missing : missing.slice(0, 1);
  const then = requestTo(service, withAllCapabilities, services);
  const attachments = judgeAttachments(withAllCapabilities, then, declaredBy(service, decision.catalogue));
  const isDenied = (declared: string): boolean => {
    const granted = attachments.filter(({ capability, outcome }) => capability === declared && outcome === 'included');
    return (
      modelDoubt(service.model, { declared, kind: kindCapability(routed.kind) }, decision.catalogue) !== null ||
      (granted.length > 0 && granted.every(({ doubt }) => doubt))
    );
  };
  const addition = (capability: string): OutcomeFix => ({
    icon: 'add',
    label: vscode.l10n.t('Add “{0}” to {1}', capability, service.name || service.id),
    detail:
      refusal(
        then,
        attachments.filter((attachment) => attachment.capability === capability),
      ) ?? vscode.l10n.t('Declares in llmservices.json that the model accepts it. You can undo this.'),
    action: { kind: 'addCapability', serviceId: service.id, capability },
  });
  return wanted
    .filter((capability) => !isDenied(capability))
    .map((capability): OutcomeFix => {
      const typo = misspelt.find(({ meant }) => meant === capability);
      if (!typo) return addition(capability);
      const label = vscode.l10n.t('Change “{0}” to “{1}” for {2}', typo.capability, capability, service.name || service.id);
      return { ...addition(capability), icon: 'edit', label, action: { kind: 'correctCapability', serviceId: service.id, ...typo } };
    });
}

/**
 * A sentence when the content would not arrive although the model is declared to take it.
 * @param attachments of a message: those of which none would arrive; empty for an artifact
 */
function refusal(wired: ModelRequest | null, attachments: readonly AttachmentOutcome[]): string | null {
  if (!wired) return null;
  const parts = attachments.flatMap(({ part }) => part ?? []);
  const outcomes =
    attachments.length === 0 ? [wired.worst] : wired.verdicts.filter(({ part }) => parts.includes(part)).map(({ outcome }) => outcome);
  return outcomes.length > 0 && !outcomes.some(arrives)
    ? vscode.l10n.t('Even then, {0} would not accept it.', API_NAMES[wired.choice.api])
    : null;
}

/** Only offered where the declaration changes what is sent. */
function takeMediaInToolResults({ service, services, routed, wired, catalogue }: DecisionFacts): OutcomeFix[] {
  if (
    !service ||
    !wired?.worst ||
    services.hasCapability(service.id, MEDIA_IN_TOOL_RESULTS) ||
    modelDoubt(service.model, { declared: MEDIA_IN_TOOL_RESULTS }, catalogue)
  )
    return [];
  const declared = composeRequest(routed.messages, {
    ...requestReceiver(service, services),
    choice: wired.choice,
    mediaInToolResults: true,
  });
  if (!declared?.worst || OUTCOMES.indexOf(declared.worst) >= OUTCOMES.indexOf(wired.worst)) return [];
  return [
    {
      icon: 'add',
      label: vscode.l10n.t('Declare “{0}” for {1}', MEDIA_IN_TOOL_RESULTS, service.name || service.id),
      detail: vscode.l10n.t('For servers that accept media in tool messages: the media stay where they are.'),
      action: { kind: 'addCapability', serviceId: service.id, capability: MEDIA_IN_TOOL_RESULTS },
    },
  ];
}

/** Services by which the content itself arrives, those first whose API takes it unchanged; also from a model that is known not to take it. */
function selectServices(decision: DecisionFacts, withAllCapabilities: PreviewedContents): OutcomeFix[] {
  const { services, service, routed, wired, doubt, arrival } = decision;
  const isWhole = routed.attachments.every(({ outcome }) => outcome === 'included');
  if (routed.verdict.outcome !== 'description' && isWhole && !doubt && arrival.state !== 'refused' && (!wired || arrives(wired.worst)))
    return [];
  const candidates = [...routed.verdict.capable, ...decision.others].flatMap((id) => {
    const candidate = id === service?.id ? null : services.getServiceById(id);
    const wired = candidate && requestTo(candidate, withAllCapabilities, services);
    if (!candidate || !wired?.worst || !arrives(wired.worst) || exceedsLimits(wired, withAllCapabilities.media)) return [];
    return [{ candidate, worst: wired.worst }];
  });
  return candidates
    .toSorted((a, b) => OUTCOMES.indexOf(a.worst) - OUTCOMES.indexOf(b.worst))
    .slice(0, MOST_SERVICES)
    .map(({ candidate }) => ({
      icon: 'sparkle',
      label: services.modelOf(candidate.id)
        ? vscode.l10n.t('Pick a model that accepts it: {0}', candidate.name || candidate.id)
        : vscode.l10n.t('Pick a capable service: {0}', candidate.name || candidate.id),
      detail: inputsOf(candidate.id, services),
      action: { kind: 'selectService', serviceId: candidate.id },
    }));
}

function inputsOf(id: string, services: DecisionFacts['services']): string {
  const input = (services.getCapabilities(id)?.input ?? []).join(', ');
  return services.modelOf(id)
    ? vscode.l10n.t('According to the catalogue, it accepts {0}.', input)
    : vscode.l10n.t('It declares {0}.', input);
}

/** Only offered where another API would do something else with the content. */
function declareApi({ service, services, routed, wired }: DecisionFacts): OutcomeFix[] {
  if (!service || !wired || routed.media.length === 0 || chooseApi(service, null).certainty !== 'guessed') return [];
  if (
    WIRE_APIS.every(
      (api) =>
        api === 'mcp' ||
        composeRequest(routed.messages, requestReceiver(service, services, chooseApi(service, api)))?.worst === wired.worst,
    )
  )
    return [];
  const detail = vscode.l10n.t('Neither the address nor the model identifies the API, so one is assumed.');
  return [
    {
      icon: 'plug',
      label: vscode.l10n.t('Declare the API of {0}…', service.name || service.id),
      detail,
      action: { kind: 'declareApi', serviceId: service.id },
    },
  ];
}

/** What a service declares is held against the catalogue. */
function declaredBy(service: LlmServiceConfig, catalogue: ModelKnowledge): ModelFacts {
  return { model: answeringModel(service), catalogue, inference: null };
}

function arrives(worst: WireOutcome | null): boolean {
  return worst !== 'rejected' && worst !== 'dropped';
}

/**
 * The services that declare what a content needs, and whose models are not known not to take it: nothing else is offered
 * as a way out.
 *
 * @param withAllCapabilities what a model would get that takes everything
 */
export function capableServices(
  { verdict, kind, attachments: { length: isAttached } }: PreviewedContents,
  withAllCapabilities: PreviewedContents,
  services: PreviewServices,
  catalogue: ModelKnowledge,
): string[] {
  const isDoubtful = (service: LlmServiceConfig): boolean => {
    if (isAttached) {
      const request = requestTo(service, withAllCapabilities, services);
      const attachments = judgeAttachments(withAllCapabilities, request, declaredBy(service, catalogue));
      // When the type of one is not known, only the capability it needs can be asked for.
      return attachments.some(
        ({ outcome, capability, doubt }) =>
          doubt ?? (outcome === 'failed' && modelDoubt(service.model, { declared: capability }, catalogue)),
      );
    }
    const [declared] = verdict.capabilities.filter((type) => services.hasCapability(service.id, type));
    return declared !== undefined && modelDoubt(service.model, { declared, kind: kindCapability(kind) }, catalogue) !== null;
  };
  return verdict.capable.filter((id) => {
    const service = services.getServiceById(id);
    return service && !isDoubtful(service);
  });
}
