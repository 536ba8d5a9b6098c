import { formatSize } from '../content/size.ts';
import { fillTemplate, type Sentence, type Template } from '../io/sentence.ts';
import type { LimitCode, LimitFinding } from './limit-finding.ts';

const REFUSED_TYPE = ['type', 'types'];
const SIZES = ['actual', 'limit'];
const AMONG_MANY = ['actual', 'count', 'limit', 'larger', 'width', 'height'];
const PATCHES = ['actual', 'width', 'height', 'limit'];
const SEEN = ['width', 'height', 'originalWidth', 'originalHeight', 'family'];

/** What each finding says; behind the colon its variant: its severity, or where the limit holds. */
export const LIMIT_SENTENCES: Readonly<Record<LimitCode, Template> & Record<`${LimitCode}:${string}`, Template>> = {
  type_not_accepted: { text: '{0} is not accepted. Accepted: {1}.', args: REFUSED_TYPE },
  'type_not_accepted:warning': {
    text: '{0} is not among the documented types ({1}): it may be refused, or only its text may be read.',
    args: REFUSED_TYPE,
  },
  type_differs_from_bytes: { text: 'It is declared as {0}, but its bytes are {1}.', args: ['type', 'detected'] },
  'type_differs_from_bytes:error': {
    text: 'It is declared as {0}, but its bytes are {1}: the request is refused.',
    args: ['type', 'detected'],
  },
  not_of_its_type: { text: 'It is declared as {0}, but its bytes do not begin as such a content does.', args: ['type'] },
  'not_of_its_type:error': {
    text: 'It is declared as {0}, but its bytes do not begin as such a content does: the request is refused.',
    args: ['type'],
  },
  part_too_large: { text: 'It has {0} as base64; at most {1} are taken.', args: SIZES },
  'part_too_large:bytes': { text: 'It has {0}; at most {1} are taken.', args: SIZES },
  'part_too_large:clouds': { text: 'It has {0} as base64; cloud platforms that offer this API take at most {1}.', args: SIZES },
  request_too_large: { text: 'The request has {0} or more; at most {1} are taken.', args: SIZES },
  'request_too_large:warning': { text: 'The request has {0} or more; above {1} it may be refused.', args: SIZES },
  too_many_images: { text: 'The request has {0} images; at most {1} are taken.', args: SIZES },
  'too_many_images:small': { text: 'The request has {0} images; models with a context of 200,000 tokens take at most {1}.', args: SIZES },
  documents_too_large: { text: 'The documents of the request have {0} together; at most {1} are taken.', args: SIZES },
  too_many_pixels: { text: 'It has {0} × {1} pixels; at most {2} a side are taken.', args: ['width', 'height', 'limit'] },
  too_large_among_many: {
    text: 'The request has {0} images; with more than {1}, each may have at most {2} × {2} pixels. {3} of them have more, one {4} × {5}.',
    args: AMONG_MANY,
  },
  'too_large_among_many:clouds': {
    text: 'The request has {0} images and documents; cloud platforms that offer this API take at most {2} × {2} pixels an image with more than {1}. {3} of them have more, one {4} × {5}.',
    args: AMONG_MANY,
  },
  too_many_patches: { text: 'The model sees {0} patches of its {1} × {2} pixels; at most {3} are taken.', args: PATCHES },
  'too_many_patches:assumed': {
    text: 'Taken for {4}, the model sees {0} patches of its {1} × {2} pixels; at most {3} are taken.',
    args: [...PATCHES, 'family'],
  },
  image_is_shrunk: { text: 'The model will see {0} × {1} pixels instead of {2} × {3}.', args: SEEN },
  'image_is_shrunk:assumed': { text: 'Taken for {4}, the model will see {0} × {1} pixels instead of {2} × {3}.', args: SEEN },
  first_frame_only: { text: 'It is animated, with {0} frames; the model sees the first.', args: ['frames'] },
  animation_refused: { text: 'It is animated, with {0} frames; only still images are taken.', args: ['frames'] },
  too_many_pages: { text: 'It has {0} pages; at most {1} are taken.', args: SIZES },
  'too_many_pages:small': { text: 'It has {0} pages; models with a context under 1M tokens take at most {1}.', args: SIZES },
  encrypted: { text: 'It is encrypted: the model may not be able to read it.', args: [] },
  'encrypted:error': { text: 'It is encrypted: the request is refused.', args: [] },
  truncated: { text: 'It ends before its own header says it does: it may be refused, or only a part of it may be seen.', args: [] },
  empty: { text: 'It is empty.', args: [] },
  'empty:error': { text: 'It is empty: the request is refused.', args: [] },
  dimensions_unknown: { text: 'Its size in pixels could not be read, so the limits on pixels were not checked.', args: [] },
  pages_unknown: { text: 'Its pages could not be counted; at most {0} are taken.', args: ['limit'] },
  duration_unknown: { text: 'Its length could not be read, so its tokens are not known.', args: [] },
};

/** Findings whose numbers are bytes. */
const IN_BYTES: ReadonlySet<LimitCode> = new Set(['part_too_large', 'request_too_large', 'documents_too_large']);

/** The finding as a sentence. */
export function limitSentence({ code, severity, params }: LimitFinding): Sentence {
  const template =
    [params['variant'], severity].map((variant) => LIMIT_SENTENCES[`${code}:${variant}`]).find(Boolean) ?? LIMIT_SENTENCES[code];
  return fillTemplate(template, params, (value) => (IN_BYTES.has(code) && typeof value === 'number' ? formatSize(value) : value));
}
