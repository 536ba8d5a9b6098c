import * as vscode from 'vscode';
import { mediaKind } from '../../core/content/media-type.ts';
import { type ArtifactReference, formatReference } from '../../core/refs/reference.ts';
import { doubtSentence } from '../../core/wire/arrival.ts';
import type { PreviewContent } from '../../shared/preview-state.ts';
import { failureMessage } from '../references/failure-message.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { artifactName, typeOfLoaded } from './artifact-facts.ts';
import { type Attachment, AttachmentRoutes } from './attachment-routes.ts';
import type { PreviewSubject } from './preview-subject.ts';
import type { AttachmentOutcome, Routed, Routes } from './routed.ts';

type AttachmentItem = Extract<PreviewContent, { kind: 'attachments' }>['items'][number];

/** Several artifacts, as the attachments of one message to the model. */
export class AttachmentsSubject implements PreviewSubject {
  readonly loaded = null;
  readonly root: OpenRoot;
  readonly references: readonly [ArtifactReference, ...ArtifactReference[]];
  readonly #attachments: readonly Attachment[];
  readonly #asked: number;

  /** @param asked all that were asked for; there may be fewer attachments */
  constructor(root: OpenRoot, attachments: readonly Attachment[], asked: readonly [ArtifactReference, ...ArtifactReference[]]) {
    this.root = root;
    this.#attachments = attachments;
    this.#asked = asked.length;
    const [first, ...others] = attachments.map(({ reference }) => reference);
    this.references = [first ?? asked[0], ...others];
  }

  get name(): string {
    return vscode.l10n.t('{0} attachments', this.#attachments.length);
  }

  get pastedBytes(): number | null {
    const isBinary = ({ info: { mimeType } }: Attachment): boolean => mimeType === undefined || mediaKind(mimeType) !== 'text';
    const sizes = this.#attachments.filter(isBinary).map(({ info }) => info.size ?? 0);
    return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
  }

  newRoutes(): Routes {
    return new AttachmentRoutes(this.root, this.#attachments);
  }

  present({ attachments }: Routed): ReturnType<PreviewSubject['present']> {
    const sizes = this.#attachments.flatMap(({ info }) => (info.size === undefined ? [] : [info.size]));
    return {
      facts: {
        id: this.references[0].id,
        place: this.#attachments.map(({ reference, metadata }) => artifactName({ reference, metadata })).join(', '),
        name: this.name,
        typeName: vscode.l10n.t('Message'),
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
      content: { kind: 'attachments', items: this.#attachments.map((attachment, index) => itemOf(attachment, attachments[index])) },
    };
  }

  #notice(): string | null {
    const shown = this.#attachments.length;
    if (shown === this.#asked) return null;
    const number = (value: number): string => value.toLocaleString(vscode.env.language);
    return vscode.l10n.t('Only the first {0} of the {1} selected artifacts are attached.', number(shown), number(this.#asked));
  }
}

function itemOf({ reference, metadata, info }: Attachment, outcome: AttachmentOutcome | undefined): AttachmentItem {
  return {
    reference: formatReference(reference),
    name: artifactName({ reference, metadata }),
    ...typeOfLoaded({ metadata, artifact: null }),
    size: info.size ?? null,
    outcome: outcome?.doubt ? 'doubtful' : (outcome?.outcome ?? 'failed'),
    reason: outcome ? reasonOf(outcome, info) : '',
  };
}

function reasonOf({ outcome, capability, failure, doubt }: AttachmentOutcome, { mimeType }: Attachment['info']): string {
  switch (outcome) {
    case 'included':
      if (doubt) return sentenceText(doubtSentence(doubt));
      return vscode.l10n.t('“{0}” is declared: the attachment is part of the message.', capability);
    case 'described':
      if (mimeType !== undefined && mediaKind(mimeType) === 'text') {
        return vscode.l10n.t(
          'The model does not declare “{0}”, which every attached file needs, text included: a description is added to the text. An agent that reads it with a tool gets the text itself.',
          capability,
        );
      }
      return vscode.l10n.t('“{0}” is not declared: a description is added to the text.', capability);
    case 'failed':
      return failure ? failureMessage(failure) : vscode.l10n.t('It could not be read.');
  }
}
