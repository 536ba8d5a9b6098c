import * as vscode from 'vscode';
import type { AttachmentOutcome } from '../../core/receive/routed-contents.ts';
import type { JudgedRequest } from '../../core/receive/model-request.ts';
import { mediaKind } from '../../core/content/media-type.ts';
import { type ArtifactReference, type ContentReference, formatReference, parseReference } from '../../core/refs/reference.ts';
import type { ContentMetadata } from '../../core/store/artifact.ts';
import { doubtSentence } from '../../core/wire/arrival.ts';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { isWireApi, type WireApi } from '../../core/wire/verdict.ts';
import { parsePreviewViewState, type PreviewContent, type PreviewState } from '../../shared/preview-protocol.ts';
import { displayKind } from '../screen/display-kind.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { absenceReason, previewFacts, artifactName, sideProblem, typeOfLoaded, typeWarning } from './preview-facts.ts';
import { ArtifactRoutes } from './artifact-routes.ts';
import { type Attachment, AttachmentRoutes, attachmentsOf } from './attachment-routes.ts';
import { type ContentSource, NO_ROOT, type PreviewRequest, type References, type SubjectForm } from './content-source.ts';
import { loadArtifact, type LoadedArtifact, shownContent } from './loaded-artifact.ts';
import type { ArtifactsRequest } from './preview-target.ts';
import type { PreviewedContents, Routes } from './routes.ts';
import { attachedTextReason, doubtsAbout, refusalsOf } from './routed-arrival.ts';

/** The address under which the webview may load a content; empty when there is none. */
export type ResourceOf = (metadata: ContentMetadata | null) => string;

/** What a person is shown of a decision beside the content. */
interface Presented {
  readonly routed: PreviewedContents;
  readonly wired: JudgedRequest | null;
  readonly isRefused: boolean;
  /** What the model takes is known of the catalogue, and not declared. */
  readonly isOfCatalogue: boolean;
}

/** What was read for a preview, and what of it does not depend on the model. */
export interface PreviewSubject {
  readonly source: ContentSource;
  /** Those that are shown. */
  readonly references: References;
  /** For the title. */
  readonly name: string;
  /** Null where there is no choice: several are attachments. */
  readonly form: SubjectForm | null;
  /** The artifact, unless it is several. */
  readonly loaded: LoadedArtifact | null;
  /** Bytes that would become base64 if everything were pasted into a text; null when all of it is text. */
  readonly pastedBytes: number | null;
  /** Routes from what was read. To be made anew when services, settings or agents changed. */
  newRoutes(): Routes;
  /** What a person sees of it besides the model's view. */
  present(presented: Presented, resourceOf: ResourceOf): Pick<PreviewState, 'facts' | 'warning' | 'problem' | 'content'>;
}

/** Reads what a preview shows. Never rejects: a failure is shown as the content. */
export async function readSubject({ source, references, form = 'answer' }: PreviewRequest): Promise<PreviewSubject> {
  const [first] = references;
  if (references.length === 1) {
    if (form === 'answer') return new ArtifactSubject(source, await loadArtifact(source, first));
    const [attachment] = await attachmentsOf(source, references);
    if (attachment) return new ArtifactSubject(source, await attachment.load(), attachment);
  }
  const attachments = await attachmentsOf(source, references);
  return new AttachmentsSubject(source, attachments, references, await picturesOf(attachments));
}

/** Two pictures are shown side by side, whatever the model makes of them; of anything else nothing is read before a model takes it. */
async function picturesOf(attachments: readonly Attachment[]): Promise<readonly LoadedArtifact[]> {
  const isPair = attachments.length === 2 && attachments.every(({ metadata }) => metadata !== null && displayKind(metadata) === 'image');
  return isPair ? Promise.all(attachments.map((attachment) => attachment.load())) : [];
}

/** One content, as a tool reads it for the model or as the only attachment of a message. */
class ArtifactSubject implements PreviewSubject {
  readonly source: ContentSource;
  readonly loaded: LoadedArtifact;

  readonly #attachment: Attachment | undefined;

  /** @param attachment undefined: as a tool reads it */
  constructor(source: ContentSource, loaded: LoadedArtifact, attachment?: Attachment) {
    this.source = source;
    this.loaded = loaded;
    this.#attachment = attachment;
  }

  get form(): SubjectForm {
    return this.#attachment ? 'attachment' : 'answer';
  }

  get references(): readonly [ContentReference] {
    return [this.loaded.reference];
  }

  get name(): string {
    return artifactName(this.loaded);
  }

  get pastedBytes(): number | null {
    const { artifact } = this.loaded;
    return artifact?.isBinary && artifact.size !== undefined ? artifact.size : null;
  }

  newRoutes(): Routes {
    const { models } = this.source;
    return this.#attachment ? new AttachmentRoutes(models, [this.#attachment]) : new ArtifactRoutes(models, this.loaded);
  }

  present(_presented: Presented, resourceOf: ResourceOf): ReturnType<PreviewSubject['present']> {
    const { loaded } = this;
    return {
      facts: previewFacts(loaded),
      warning: typeWarning(loaded),
      problem: sideProblem(loaded) ?? this.source.noteOn?.(loaded.reference) ?? null,
      content: shownContent(loaded, { resource: () => resourceOf(loaded.metadata), reason: () => absenceReason(loaded) }),
    };
  }
}

type AttachmentItem = Extract<PreviewContent, { kind: 'attachments' }>['items'][number];

/** Several artifacts, as the attachments of one message to the model. */
class AttachmentsSubject implements PreviewSubject {
  readonly loaded = null;
  readonly form = null;
  readonly source: ContentSource;
  readonly references: References;
  readonly #attachments: readonly Attachment[];
  readonly #asked: number;
  readonly #pictures: readonly LoadedArtifact[];

  /**
   * @param asked all that were asked for; there may be fewer attachments
   * @param pictures both of the attachments where they are to be shown side by side, else none
   */
  constructor(source: ContentSource, attachments: readonly Attachment[], asked: References, pictures: readonly LoadedArtifact[]) {
    this.source = source;
    this.#attachments = attachments;
    this.#asked = asked.length;
    this.#pictures = pictures;
    const [first, ...others] = attachments.map(({ reference }) => reference);
    this.references = [first ?? asked[0], ...others];
  }

  get name(): string {
    if (this.#pictures.length > 0) return this.#pictures.map(artifactName).join(' ↔ ');
    return vscode.l10n.t('{0} attachments', this.#attachments.length);
  }

  get pastedBytes(): number | null {
    const isBinary = ({ info: { mimeType } }: Attachment): boolean => mimeType === undefined || mediaKind(mimeType) !== 'text';
    const sizes = this.#attachments.filter(isBinary).map(({ info }) => info.size ?? 0);
    return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
  }

  newRoutes(): Routes {
    return new AttachmentRoutes(this.source.models, this.#attachments);
  }

  present(presented: Presented, resourceOf: ResourceOf): ReturnType<PreviewSubject['present']> {
    const pictures = this.#pictures.flatMap((loaded) => pictureOf(loaded, resourceOf));
    const sizes = this.#attachments.flatMap(({ info }) => (info.size === undefined ? [] : [info.size]));
    return {
      facts: {
        id: this.references[0].id,
        place: this.#attachments.map(({ reference, metadata }) => artifactName({ reference, metadata })).join(', '),
        name: this.name,
        typeName: vscode.l10n.t('Files of one message'),
        mimeType: null,
        size: sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0),
        createdAt: null,
        agentId: null,
        messageId: null,
        declaredMimeType: null,
        media: [],
        icon: 'mail',
      },
      warning: null,
      problem: this.#notice(),
      content: {
        kind: 'attachments',
        items: this.#attachments.map((attachment, index) => ({
          ...itemOf(attachment, presented.routed.attachments[index], presented),
          // one alone has nothing beside it
          ...(pictures.length === 2 && { picture: pictures[index] }),
        })),
      },
    };
  }

  #notice(): string | null {
    const shown = this.#attachments.length;
    if (shown === this.#asked) return null;
    const number = (value: number): string => value.toLocaleString(vscode.env.language);
    return vscode.l10n.t('Only the first {0} of the {1} selected artifacts are attached.', number(shown), number(this.#asked));
  }
}

/** What a page shows of a picture; nothing when its bytes are none. */
function pictureOf(loaded: LoadedArtifact, resourceOf: ResourceOf): NonNullable<AttachmentItem['picture']>[] {
  const content = shownContent(loaded, { resource: () => resourceOf(loaded.metadata), reason: () => absenceReason(loaded) });
  return content.kind === 'image' ? [{ uri: content.uri, facts: previewFacts(loaded) }] : [];
}

function itemOf({ reference, metadata, info }: Attachment, outcome: AttachmentOutcome | undefined, presented: Presented): AttachmentItem {
  return {
    reference: placeOf(reference),
    name: artifactName({ reference, metadata }),
    ...typeOfLoaded({ metadata, artifact: null }),
    size: info.size ?? null,
    ...(outcome ? fateOf(outcome, info, presented) : { outcome: 'failed', reason: '' }),
  };
}

/** What becomes of an attachment in the end, and why. */
function fateOf(outcome: AttachmentOutcome, info: Attachment['info'], presented: Presented): Pick<AttachmentItem, 'outcome' | 'reason'> {
  const { wired, isRefused, isOfCatalogue } = presented;
  const { part } = outcome;
  if (wired && part !== undefined) {
    const refusals = refusalsOf(part, wired);
    if (refusals.length > 0) return { outcome: 'refused', reason: refusals.join(' ') };
    const dropped = wired.verdicts.find((verdict) => verdict.part === part && verdict.outcome === 'dropped');
    if (dropped) return { outcome: 'dropped', reason: sentenceText(ruleSentence(dropped)) };
  }
  if (isRefused)
    return { outcome: 'unreceived', reason: vscode.l10n.t('The whole request is rejected, so the model does not receive it.') };
  const doubts = wired && part !== undefined ? doubtsAbout(part, wired) : [];
  if (doubts.length > 0 && !outcome.doubt) return { outcome: 'doubtful', reason: doubts.join(' ') };
  return { outcome: outcome.doubt ? 'doubtful' : outcome.outcome, reason: reasonOf(outcome, info, isOfCatalogue) };
}

function reasonOf(
  { outcome, capability, failure, doubt }: AttachmentOutcome,
  { mimeType }: Attachment['info'],
  isOfCatalogue: boolean,
): string {
  switch (outcome) {
    case 'included':
      if (doubt) return sentenceText(doubtSentence(doubt));
      if (isOfCatalogue)
        return vscode.l10n.t('According to the catalogue, the model accepts “{0}”: the attachment is part of the message.', capability);
      return vscode.l10n.t('“{0}” is declared: the attachment is part of the message.', capability);
    case 'described':
      if (isOfCatalogue)
        return vscode.l10n.t('The catalogue does not list “{0}” for this model: a description is added to the text.', capability);
      if (mimeType !== undefined && mediaKind(mimeType) === 'text') return attachedTextReason(capability);
      return vscode.l10n.t('“{0}” is not declared: a description is added to the text.', capability);
    case 'failed':
      return failure ? failureMessage(failure) : vscode.l10n.t('It could not be read.');
  }
}

/** What a page and its kept state call a content: the reference of an artifact, the URI of a file. */
export function placeOf(reference: ContentReference): string {
  return reference.kind === 'file' ? reference.place : formatReference(reference);
}

/** A preview as it was kept over a reload of the window. */
interface KeptPreview {
  readonly request: ArtifactsRequest | { readonly files: readonly vscode.Uri[]; readonly form: SubjectForm };
  readonly pinned: boolean;
  readonly api: WireApi | null;
}

/** What a page kept, as far as it can be shown again; null when it is none of ours or of no root that is open. */
export function keptPreview(data: unknown, roots: readonly OpenRoot[]): KeptPreview | null {
  const kept = parsePreviewViewState(data);
  if (!kept) return null;
  const texts = kept.attachments.length > 1 ? kept.attachments : [kept.reference];
  const panel = { pinned: kept.pinned, api: isWireApi(kept.api) ? kept.api : null };
  if (kept.rootId === NO_ROOT) {
    const files = urisIn(texts);
    return files.length > 0 ? { request: { files, form: kept.form ?? 'answer' }, ...panel } : null;
  }
  const root = roots.find(({ id }) => id === kept.rootId);
  const [first, ...others] = referencesIn(texts);
  if (!root || !first) return null;
  return { request: { root, references: [first, ...others] }, ...panel };
}

/** Those of the texts that are URIs; lines of a list that begin with `#` are comments (RFC 2483). */
export function urisIn(texts: readonly string[]): vscode.Uri[] {
  return texts.flatMap((text) => {
    try {
      return text.trim() === '' || text.startsWith('#') ? [] : [vscode.Uri.parse(text.trim(), true)];
    } catch {
      return [];
    }
  });
}

function referencesIn(texts: readonly string[]): ArtifactReference[] {
  return texts.flatMap((text) => {
    const parsed = parseReference(text);
    return parsed.ok ? [parsed.value] : [];
  });
}
