import { languageOf, type DescriptionLanguage } from '../content/type-names.ts';
import { loggerOf, optionsOf } from '../io/arguments.ts';
import { toFailure, type Failure } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';
import { formatAdaptedText, type AttachmentFacts } from './attachment-text.ts';
import { ATTACHMENT_CAPABILITY, readAttachment, type AttachmentInfo } from './message.ts';

/** An attachment as text, and the same as fields (specification 2, AdaptedContent). */
export interface AdaptedContent {
  readonly text: string;
  readonly structuredInfo: AttachmentFacts;
}

/** The part of the agent registry that is asked for help. */
export interface CapableAgents {
  getAgentsByCapability(type: string, direction?: 'input' | 'output' | 'both'): readonly string[];
}

/** What an adapter needs to know. */
export interface ContentAdapterOptions {
  /** As specification 2 has it; the agent registry asks the services itself. */
  readonly serviceRegistry?: unknown;
  /** Without it no agents are suggested. */
  readonly agentRegistry?: CapableAgents;
  /** Default Chinese, as the specification writes the text. */
  readonly language?: DescriptionLanguage;
  readonly logger?: Logger;
}

const SCHEME = 'artifact:';

/** Turns attachments a model cannot take into text that says what they are and who could take them. */
export class ContentAdapter {
  readonly #agents: CapableAgents | undefined;
  readonly #logger: Logger;
  /** See {@link ContentAdapterOptions}. May be changed while the adapter is in use. */
  language: DescriptionLanguage;

  constructor(options: ContentAdapterOptions = {}) {
    const { agentRegistry, language, logger } = optionsOf(options, ['agentRegistry', 'language', 'logger']);
    this.#agents = agentRegistry;
    this.#logger = loggerOf(logger);
    this.language = languageOf(language);
  }

  /**
   * The text that stands for an attachment, and the same as fields. Never throws: what is no attachment is described as a file
   * of which nothing is known.
   *
   * @param failure why its content is not sent although the model could take it; true when it just could not be read
   */
  adaptToText(attachment: AttachmentInfo, failure?: Failure | boolean): AdaptedContent {
    const { type = 'file', artifactRef = '', filename, size, mimeType } = readAttachment(attachment);
    const suggestedAgents = this.findCapableAgents(ATTACHMENT_CAPABILITY[type]);
    const structuredInfo: AttachmentFacts = {
      contentType: type,
      artifactRef: artifactRef.startsWith(SCHEME) ? artifactRef : SCHEME + artifactRef,
      ...(filename !== undefined && { filename }),
      ...(size !== undefined && { size }),
      ...(mimeType !== undefined && { mimeType }),
      ...(suggestedAgents.length > 0 && { suggestedAgents }),
      ...reasonOf(failure),
    };
    return { text: formatAdaptedText(structuredInfo, this.language), structuredInfo };
  }

  /** Each of several; none for what is no list. */
  adaptMultiple(attachments: readonly AttachmentInfo[]): AdaptedContent[] {
    return Array.isArray(attachments)
      ? Array.from(attachments as readonly AttachmentInfo[], (attachment) => this.adaptToText(attachment))
      : [];
  }

  /** Ids of the agents whose model takes an input; none when that cannot be found out. */
  findCapableAgents(capabilityType: string): readonly string[] {
    try {
      const found: unknown = this.#agents?.getAgentsByCapability(capabilityType, 'input');
      return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
    } catch (error) {
      this.#logger.warn(`capable agents cannot be found: ${toFailure(error).code}`);
      return [];
    }
  }
}

/** What the description says of a content that is not sent. */
function reasonOf(failure: Failure | boolean | undefined): Pick<AttachmentFacts, 'isUnreadable' | 'limit' | 'actualType'> {
  if (!failure) return {};
  const { code, params } = optionsOf(typeof failure === 'object' ? failure : undefined, ['code', 'params']);
  const { limit, found } = optionsOf(params, ['limit', 'found']);
  if (code === 'too_large' && typeof limit === 'number') return { limit };
  if (code === 'type_mismatch' && typeof found === 'string') return { actualType: found };
  return { isUnreadable: true };
}
