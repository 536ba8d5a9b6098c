import {
  ANTHROPIC_IMAGES,
  BEDROCK_DOCUMENTS,
  BEDROCK_IMAGES,
  GEMINI_AUDIO,
  GEMINI_IMAGES,
  GEMINI_VIDEO,
  OPENAI_IMAGES,
  PDF,
  type TypeList,
} from './accepted-types.ts';
import type { WireApi } from './verdict.ts';

export const MIB = 1024 * 1024;

/** A limit, with where it is written and the month it was read there. */
export interface Limit<Value> {
  readonly value: Value;
  readonly source: string;
  /** Another document of the same provider says otherwise, or it is documented for some models only: what is beyond may be refused. */
  readonly isDisputed?: true;
}

/** `refused` with an error, or `not_documented`: it may be taken, or not. */
type Outside = 'refused' | 'not_documented';

/**
 * What an API documents of its limits. What is absent is not documented, or not known here: then nothing is said of it.
 * Nothing either of types an API has no shape for: those are dropped, and the verdict says so.
 */
export interface ApiLimits {
  /** Bytes of the request's JSON. */
  readonly request?: Limit<number>;
  /** Bytes of the request from which on it may be refused. */
  readonly requestWarning?: Limit<number>;
  /** Images of one request. */
  readonly images?: Limit<number>;
  /** Images of one request that models with a smaller context take. */
  readonly imagesOfSmallModels?: Limit<number>;
  /** Others are refused. */
  readonly imageTypes?: Limit<TypeList>;
  /** Characters of base64 of one image. */
  readonly imageBase64?: Limit<number>;
  /** The same on other platforms that offer the API, where they take less. */
  readonly imageBase64Elsewhere?: Limit<number>;
  /** Bytes of one image. */
  readonly imageSize?: Limit<number>;
  /** Pixels of a side. */
  readonly imageSide?: Limit<number>;
  /** In a request with more than `count` images, pixels of a side of each; `clouds` that offer the API count documents among them. */
  readonly manyImages?: Limit<{ readonly count: number; readonly side: number; readonly clouds: 'with_documents' }>;
  /** 32-px patches of an image as the model sees it: what a model shrinks first keeps the limit. */
  readonly imagePatches?: Limit<number>;
  /** What becomes of an animated image: the API refuses it, or the model sees its first frame. */
  readonly animation?: Limit<{ readonly outcome: 'refused' | 'first_frame'; readonly types: readonly string[] }>;
  readonly documentTypes?: Limit<{ readonly list: TypeList; readonly outside: Outside }>;
  /** Documents of one request. */
  readonly documents?: Limit<number>;
  /** Bytes of one document. */
  readonly documentSize?: Limit<number>;
  /** Bytes of all documents of one request together. */
  readonly documentsSize?: Limit<number>;
  readonly pages?: Limit<number>;
  /** Pages that models with a smaller context take. */
  readonly pagesOfSmallModels?: Limit<number>;
  /** What becomes of an encrypted document. */
  readonly encryption?: Limit<Outside>;
  /** Sound and film by their seconds; other types than those listed are not documented. */
  readonly audio?: Limit<{ readonly list?: TypeList }>;
  readonly video?: Limit<{ readonly list?: TypeList }>;
  /** What becomes of media whose bytes are not of the declared type. */
  readonly typeMismatch?: Limit<Outside>;
  /** What becomes of a text without characters. */
  readonly emptyText?: Limit<'refused'>;
}

/** Every source here was read in November 2026. */
export const readInNovember = <Value>(value: Value, source: string): Limit<Value> => ({ value, source: `${source} (2026-11)` });

const read = readInNovember;

/** What another document of the same provider, or another model, is documented otherwise for: it may be refused. */
export const disputed = <Value>(limit: Limit<Value>): Limit<Value> => ({ ...limit, isDisputed: true });

export const ANTHROPIC_VISION = 'https://platform.claude.com/docs/en/build-with-claude/vision';
const ANTHROPIC_PDF = 'https://platform.claude.com/docs/en/build-with-claude/pdf-support';
const OPENAI_VISION = 'https://developers.openai.com/api/docs/guides/images-vision';
const OPENAI_FILES = 'https://developers.openai.com/api/docs/guides/file-inputs';
const GEMINI_VISION = 'https://ai.google.dev/gemini-api/docs/image-understanding';
const GEMINI_DOCUMENTS = 'https://ai.google.dev/gemini-api/docs/document-processing';

const openai: ApiLimits = {
  request: read(512 * MIB, OPENAI_VISION),
  images: read(1500, OPENAI_VISION),
  imageTypes: read(OPENAI_IMAGES, OPENAI_VISION),
  // "up to 30,000 patches per image after applying the resizing rules"
  imagePatches: read(30_000, OPENAI_VISION),
  animation: read({ outcome: 'refused', types: ['image/gif'] }, OPENAI_VISION),
  documentSize: read(50 * MIB, OPENAI_FILES),
  documentsSize: read(50 * MIB, OPENAI_FILES),
  encryption: read('not_documented', OPENAI_FILES),
  typeMismatch: read('not_documented', OPENAI_VISION),
};

const gemini: ApiLimits = {
  request: read(100 * MIB, 'https://ai.google.dev/gemini-api/docs/file-input-methods'),
  requestWarning: read(20 * MIB, GEMINI_VISION),
  images: read(3600, GEMINI_VISION),
  imageTypes: read(GEMINI_IMAGES, GEMINI_VISION),
  documentTypes: read({ list: PDF, outside: 'not_documented' }, GEMINI_DOCUMENTS),
  documentSize: read(50 * MIB, GEMINI_DOCUMENTS),
  pages: read(1000, GEMINI_DOCUMENTS),
  encryption: read('not_documented', GEMINI_DOCUMENTS),
  audio: read({ list: GEMINI_AUDIO }, 'https://ai.google.dev/gemini-api/docs/audio'),
  video: read({ list: GEMINI_VIDEO }, 'https://ai.google.dev/gemini-api/docs/video-understanding'),
  typeMismatch: read('not_documented', GEMINI_VISION),
};

const anthropic: ApiLimits = {
  request: read(32 * MIB, 'https://platform.claude.com/docs/en/api/overview#request-size-limits'),
  images: read(600, ANTHROPIC_VISION),
  imagesOfSmallModels: read(100, ANTHROPIC_VISION),
  imageTypes: read(ANTHROPIC_IMAGES, ANTHROPIC_VISION),
  imageBase64: read(10 * MIB, ANTHROPIC_VISION),
  imageBase64Elsewhere: read(5 * MIB, ANTHROPIC_VISION),
  imageSide: read(8000, ANTHROPIC_VISION),
  // the guide gives 2,000 px as what is safe everywhere; the API's refusal names the same number
  manyImages: read({ count: 20, side: 2000, clouds: 'with_documents' }, ANTHROPIC_VISION),
  animation: read({ outcome: 'first_frame', types: ['image/gif', 'image/webp', 'image/png'] }, ANTHROPIC_VISION),
  pages: read(600, ANTHROPIC_PDF),
  pagesOfSmallModels: read(100, ANTHROPIC_PDF),
  encryption: read('refused', ANTHROPIC_PDF),
  typeMismatch: read('refused', ANTHROPIC_VISION),
  emptyText: read('refused', 'https://platform.claude.com/docs/en/api/errors'),
};

const CONVERSE = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html';
const BEDROCK_RESTRICTIONS = 'https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html';
const converse: ApiLimits = {
  // its page of restrictions says that there are none for images but those of the models
  images: disputed(read(20, CONVERSE)),
  imageSize: disputed(read(3.75 * MIB, CONVERSE)),
  imageSide: disputed(read(8000, CONVERSE)),
  imageTypes: read(BEDROCK_IMAGES, 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html'),
  documents: read(5, BEDROCK_RESTRICTIONS),
  documentSize: read(4.5 * MIB, BEDROCK_RESTRICTIONS),
  documentTypes: read(
    { list: BEDROCK_DOCUMENTS, outside: 'refused' },
    'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html',
  ),
};

/** What each API documents; see {@link ApiLimits}. Servers that anybody runs, and MCP, document none that holds for all. */
export const API_LIMITS: Readonly<Record<WireApi, ApiLimits>> = {
  'openai-chat': {
    ...openai,
    documentTypes: read({ list: PDF, outside: 'refused' }, `${OPENAI_FILES} (Chat Completions: PDF only)`),
    audio: read({}, 'https://developers.openai.com/api/docs/guides/audio'),
  },
  'openai-responses': openai,
  anthropic,
  gemini,
  'gemini-2': gemini,
  'openai-compatible': {},
  mistral: {},
  cohere: { images: read(20, 'https://docs.cohere.com/docs/command-a-vision') },
  'bedrock-converse': converse,
  // of Claude; Nova takes the same as by Converse
  'bedrock-invoke': { ...anthropic, imageBase64: read(5 * MIB, ANTHROPIC_VISION) },
  ollama: {},
  mcp: {},
};
