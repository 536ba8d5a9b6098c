import {
  ANTHROPIC_IMAGES,
  CONVERSE_TYPES,
  GEMINI_IMAGES,
  INPUT_AUDIO_FORMATS,
  OLLAMA_IMAGES,
  OPENAI_IMAGES,
  PDF,
  type TypeList,
} from '../wire/accepted-types.ts';
import { takesFile } from '../wire/gemini.ts';
import { isListedFile } from '../wire/openai-responses.ts';
import type { WireApi } from '../wire/verdict.ts';

/** The media types, or formats, that an API takes in content of a type: a closed list. */
export interface ShapeTypes {
  readonly accepted: TypeList;
  /** A type or format must stand beside the data, in the very words of the list; else the media type may have another of its names. */
  readonly isVerbatim?: true;
  readonly source: string;
}

function words(...accepted: readonly string[]): TypeList {
  return { types: new Set(accepted), names: accepted.join(', ') };
}

const IMAGES_OF_OPENAI =
  'https://developers.openai.com/api/docs/guides/images-vision; error 400 “Invalid MIME type. Only image types are supported.”: https://github.com/langgenius/dify/issues/11527 (2026-11)';

const TYPES_OF_ANTHROPIC: Readonly<Record<string, ShapeTypes>> = {
  image: {
    accepted: words(...ANTHROPIC_IMAGES.types),
    isVerbatim: true,
    source: '@anthropic-ai/sdk 1.12.0: Base64ImageSource.media_type (2026-11)',
  },
  document: { accepted: words(...PDF.types), isVerbatim: true, source: '@anthropic-ai/sdk 1.12.0: Base64PDFSource.media_type (2026-11)' },
};

/** A list of Converse's formats. */
function converse(kind: string, list: string, answered = ''): ShapeTypes {
  const formats = Object.keys(CONVERSE_TYPES).filter((format) => format.startsWith(`${kind} `));
  return {
    accepted: words(...formats.map((format) => format.slice(kind.length + 1))),
    isVerbatim: true,
    source: `@aws-sdk/client-bedrock-runtime 3.1164.0: ${list}${answered} (2026-11)`,
  };
}

/** By API and type of content. For other content, and other APIs, no closed list is known. */
export const SHAPE_TYPES: Readonly<Partial<Record<WireApi, Readonly<Record<string, ShapeTypes>>>>> = {
  'openai-chat': {
    image_url: { accepted: OPENAI_IMAGES, source: IMAGES_OF_OPENAI },
    file: {
      accepted: PDF,
      source:
        'https://developers.openai.com/api/docs/guides/file-inputs; error 400 “Expected a base64-encoded data URL with an application/pdf MIME type”: https://github.com/trpc-group/trpc-agent-go/issues/1816 (2026-11)',
    },
    input_audio: {
      accepted: words(...Object.values(INPUT_AUDIO_FORMATS)),
      isVerbatim: true,
      source: 'openai 7.57.0: ChatCompletionContentPartInputAudio.InputAudio.format (2026-11)',
    },
  },
  'openai-responses': {
    input_image: {
      accepted: OPENAI_IMAGES,
      source:
        'https://developers.openai.com/api/docs/guides/images-vision; error 400 “Expected a base64-encoded data URL with an image MIME type”: https://github.com/mkht/PSOpenAI/issues/43 (2026-11)',
    },
  },
  cohere: { image_url: { accepted: OPENAI_IMAGES, source: 'https://docs.cohere.com/docs/image-inputs (2026-11)' } },
  anthropic: TYPES_OF_ANTHROPIC,
  'bedrock-invoke': TYPES_OF_ANTHROPIC,
  'bedrock-converse': {
    image: converse(
      'image',
      'ImageFormat',
      '; answered for jpg, JPEG, bmp and an empty one: https://github.com/NousResearch/hermes-agent/issues/55429',
    ),
    document: converse(
      'document',
      'DocumentFormat',
      '; answered for octet-stream: https://github.com/strands-agents/harness-sdk/issues/3019',
    ),
    guardContent: {
      accepted: words('png', 'jpeg'),
      isVerbatim: true,
      source: '@aws-sdk/client-bedrock-runtime 3.1164.0: GuardrailConverseImageFormat (2026-11)',
    },
    video: converse('video', 'VideoFormat'),
    audio: converse('audio', 'AudioFormat'),
  },
};

/** Whether a document of an API lists a type for content of a type, where its list is not closed. */
type IsListed = (mimeType: string, shape: string) => boolean;

const isOfGemini: IsListed = (mimeType) => GEMINI_IMAGES.types.has(mimeType) || takesFile(mimeType) || mimeType === 'application/json';

const isOfMistral: IsListed = (mimeType, shape) => {
  if (shape === 'image_url') return OPENAI_IMAGES.types.has(mimeType);
  return shape === 'input_audio' ? Object.hasOwn(INPUT_AUDIO_FORMATS, mimeType) : PDF.types.has(mimeType);
};

/** By API; each list has its source in `wire/accepted-types.ts`. For the others, and for content that {@link SHAPE_TYPES} has, nothing is open. */
export const LISTED_TYPES: Readonly<Partial<Record<WireApi, IsListed>>> = {
  'openai-responses': (mimeType, shape) => shape !== 'input_file' || isListedFile(mimeType),
  gemini: isOfGemini,
  'gemini-2': isOfGemini,
  mistral: isOfMistral,
  ollama: (mimeType) => OLLAMA_IMAGES.types.has(mimeType) || mimeType === 'audio/wav',
};
