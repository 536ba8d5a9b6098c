import type { DescriptionLanguage } from '../content/type-names.ts';
import { silentLogger, type Logger } from '../io/logger.ts';
import { toFailure } from '../io/errors.ts';
import { formatAdaptedText, type AttachmentFacts } from './attachment-text.ts';
import { ATTACHMENT_CAPABILITY, isKnownType, type AttachmentInfo } from './message.ts';

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
    this.#agents = options.agentRegistry;
    this.#logger = options.logger ?? silentLogger;
    this.language = options.language ?? 'zh';
  }

  /** @param isUnreadable the model could take it, but its content could not be read */
  adaptToText(attachment: AttachmentInfo, isUnreadable = false): AdaptedContent {
    const { artifactRef, filename, size, mimeType } = attachment;
    const type = isKnownType(attachment.type) ? attachment.type : 'file';
    const suggestedAgents = this.findCapableAgents(ATTACHMENT_CAPABILITY[type]);
    const structuredInfo: AttachmentFacts = {
      contentType: type,
      artifactRef: artifactRef.startsWith(SCHEME) ? artifactRef : SCHEME + artifactRef,
      ...(filename !== undefined && filename !== '' && { filename }),
      ...(isSize(size) && { size }),
      ...(mimeType !== undefined && mimeType !== '' && { mimeType }),
      ...(suggestedAgents.length > 0 && { suggestedAgents }),
      ...(isUnreadable && { isUnreadable }),
    };
    return { text: formatAdaptedText(structuredInfo, this.language), structuredInfo };
  }

  adaptMultiple(attachments: readonly AttachmentInfo[]): AdaptedContent[] {
    return attachments.map((attachment) => this.adaptToText(attachment));
  }

  /** Ids of the agents whose model takes an input; none when that cannot be found out. */
  findCapableAgents(capabilityType: string): readonly string[] {
    try {
      return this.#agents?.getAgentsByCapability(capabilityType, 'input') ?? [];
    } catch (error) {
      this.#logger.warn(`capable agents cannot be found: ${toFailure(error).code}`);
      return [];
    }
  }
}

/** Sizes come from data; one that is no number of bytes tells nothing. */
function isSize(size: number | undefined): size is number {
  return Number.isSafeInteger(size) && (size as number) >= 0;
}
