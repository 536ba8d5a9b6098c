import type { MediaFacts } from '../content/media-facts.ts';
import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { base64Length } from '../io/base64.ts';
import { API_LIMITS, type ApiLimits, type Limit } from './api-limits.ts';
import type { Cloud } from './cloud.ts';
import { limitsAt } from './cloud-limits.ts';
import type { LimitCode, LimitFinding, LimitSeverity } from './limit-finding.ts';
import { bodySize } from './shortened-body.ts';
import { openaiPatches } from './tokens/image-patches.ts';
import { imageTokens } from './tokens/media-tokens.ts';
import { modelFamily, type ModelFamily } from './tokens/model-family.ts';
import type { WireApi, WireResult, WireRule, WireVerdict } from './verdict.ts';

/** Most severe first. */
const SEVERITIES: readonly LimitSeverity[] = ['error', 'warning', 'info'];

/**
 * What an API's documented limits say of a part that is sent to it, the worst first. Of what an API does not document,
 * or what is not known of the part, it says nothing, or that it is not known. The part's position makes no difference:
 * what a place does not take is moved or dropped, as the verdicts of `toWire` say.
 *
 * @param options.model the provider's name of the model, for the size at which it sees images
 * @param options.cloud that offers the API, whose limits differ
 * @param options.verdict what became of the part: one that is refused for its type needs no limit that says so again
 */
export function checkLimits(
  facts: MediaFacts,
  api: WireApi,
  {
    model,
    cloud,
    verdict,
  }: {
    readonly model?: string | undefined;
    readonly cloud?: Cloud | undefined;
    readonly verdict?: Pick<WireVerdict, 'rule'> | undefined;
  } = {},
): LimitFinding[] {
  const limits = limitsAt(api, { cloud, model, mimeType: facts.detectedMimeType ?? facts.mimeType });
  const findings = [...contentFindings(facts, limitsOf(api, limits, model)), ...kindFindings(facts, api, limits, model)];
  const isSaid = verdict !== undefined && TYPE_REFUSALS.has(verdict.rule);
  return worstFirst(findings.filter(({ code }) => !isSaid || code !== 'type_not_accepted'));
}

/** The rules by which an API refuses a type of media. */
const TYPE_REFUSALS: ReadonlySet<WireRule> = new Set(['image_type_refused', 'file_type_refused', 'audio_type_refused']);

/** Claude 3 took images under another type (answered 200 by claude-3-5-sonnet-20240620 in 2024); today's models refuse them. */
const TAKES_OTHER_TYPES = /claude-3-/;

function limitsOf(api: WireApi, limits: ApiLimits, model = ''): ApiLimits {
  const { typeMismatch } = limits;
  if (!typeMismatch || api !== 'anthropic' || !TAKES_OTHER_TYPES.test(model)) return limits;
  return { ...limits, typeMismatch: { ...typeMismatch, value: 'not_documented' } };
}

/** What a limit says of a request as a whole. */
export interface RequestFinding extends LimitFinding {
  /**
   * Indices of the media that it is about, ascending: of what is too large together the largest, without which it would fit. Empty where it
   * is about all of them alike.
   */
  readonly media: readonly number[];
}

/**
 * What an API's documented limits say of a request as a whole, the worst first: its bytes, its images, its documents.
 *
 * @param facts of the media that are in the request
 * @param options.size bytes of the body, when they are known: to count them in megabytes of text takes its time
 * @param options.cloud that offers the API, whose limits differ, as they do by the `model`
 */
export function checkRequest(
  result: WireResult,
  facts: readonly MediaFacts[],
  api: WireApi,
  { size, ...place }: { readonly size?: number; readonly cloud?: Cloud | undefined; readonly model?: string | undefined } = {},
): RequestFinding[] {
  return worstFirst(requestFindings(result, facts, limitsAt(api, place), size));
}

/** The indices of the largest media that are more than some bytes together. */
function largest(facts: readonly MediaFacts[], bytes: number, bytesOf: (facts: MediaFacts) => number): readonly number[] {
  const sizes = facts.map((each, index) => ({ index, size: bytesOf(each) }));
  let rest = bytes;
  const taken: number[] = [];
  for (const { index, size } of sizes.toSorted((one, other) => other.size - one.size)) {
    if (rest <= 0) break;
    taken.push(index);
    rest -= size;
  }
  return taken.toSorted((one, other) => one - other);
}

export function hasKnownLimits(api: WireApi): boolean {
  return Object.keys(API_LIMITS[api]).length > 0;
}

/** Sorts by severity, keeping the order otherwise. */
export function worstFirst<Finding extends LimitFinding>(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

function kindFindings(facts: MediaFacts, api: WireApi, limits: ApiLimits, model: string | undefined): LimitFinding[] {
  switch (mediaKind(facts.mimeType)) {
    case 'image':
      return imageFindings(facts, limits, modelFamily(api, model));
    case 'document':
    case 'other':
      return documentFindings(facts, limits);
    case 'audio':
      return recordingFindings(facts, limits.audio);
    case 'video':
      return recordingFindings(facts, limits.video);
    case 'text':
      return [];
  }
}

function finding(
  code: LimitCode,
  severity: LimitSeverity,
  limit: Pick<Limit<unknown>, 'source' | 'isDisputed'>,
  params: LimitFinding['params'] = {},
): LimitFinding {
  return { code, severity: severity === 'error' && limit.isDisputed ? 'warning' : severity, params, source: limit.source };
}

/** The source of findings about the content's own header. */
export const OWN_HEADER = { source: 'the header of the content itself' };

/** Findings independent of the API: empty, truncated, not the declared type. */
function contentFindings(facts: MediaFacts, limits: ApiLimits): LimitFinding[] {
  return [
    ...emptyFindings(facts, limits),
    ...truncationFindings(facts),
    ...mismatchFindings(facts, limits),
    ...falsehoodFindings(facts, limits),
  ];
}

/** Empty media are always invalid; empty text unless the API accepts it. */
function emptyFindings({ size, mimeType }: MediaFacts, { emptyText, request }: ApiLimits): LimitFinding[] {
  if (size > 0) return [];
  if (mediaKind(mimeType) !== 'text') return [finding('empty', request ? 'error' : 'warning', OWN_HEADER)];
  return [emptyText ? finding('empty', 'error', emptyText) : finding('empty', 'info', OWN_HEADER)];
}

function truncationFindings({ isTruncated }: MediaFacts): LimitFinding[] {
  return isTruncated === true ? [finding('truncated', 'warning', OWN_HEADER)] : [];
}

function mismatchFindings({ mimeType, detectedMimeType }: MediaFacts, { typeMismatch }: ApiLimits): LimitFinding[] {
  if (detectedMimeType === undefined || mediaKind(mimeType) === 'text') return [];
  if ((normaliseMediaType(mimeType) ?? mimeType) === (normaliseMediaType(detectedMimeType) ?? detectedMimeType)) return [];
  const params = { type: mimeType, detected: detectedMimeType };
  if (!typeMismatch) return [finding('type_differs_from_bytes', 'info', OWN_HEADER, params)];
  return [finding('type_differs_from_bytes', typeMismatch.value === 'refused' ? 'error' : 'warning', typeMismatch, params)];
}

/**
 * Bytes that cannot be of the declared kind, whatever the API documents. Each type of a list of accepted images has a signature: an
 * image without the one it declares is none of them.
 */
function falsehoodFindings({ mimeType, lacksSignature, size }: MediaFacts, { typeMismatch, imageTypes }: ApiLimits): LimitFinding[] {
  if (lacksSignature !== true || size === 0) return [];
  const accepted = mediaKind(mimeType) === 'image' ? imageTypes : undefined;
  const refusal = typeMismatch?.value === 'refused' ? typeMismatch : accepted;
  return [finding('not_of_its_type', refusal ? 'error' : 'warning', refusal ?? OWN_HEADER, { type: mimeType })];
}

function documentFindings(facts: MediaFacts, limits: ApiLimits): LimitFinding[] {
  const isPdf = (facts.detectedMimeType ?? facts.mimeType) === 'application/pdf';
  return [
    ...documentTypeFindings(facts, limits),
    ...documentSizeFindings(facts, limits),
    ...(isPdf ? [...pageFindings(facts, limits), ...encryptionFindings(facts, limits)] : []),
  ];
}

function documentTypeFindings({ mimeType }: MediaFacts, { documentTypes }: ApiLimits): LimitFinding[] {
  if (!documentTypes || documentTypes.value.list.types.has(mimeType)) return [];
  const { list, outside } = documentTypes.value;
  return [finding('type_not_accepted', outside === 'refused' ? 'error' : 'warning', documentTypes, { type: mimeType, types: list.names })];
}

function documentSizeFindings({ size }: MediaFacts, { documentSize }: ApiLimits): LimitFinding[] {
  if (!documentSize || size <= documentSize.value) return [];
  return [finding('part_too_large', 'error', documentSize, { actual: size, limit: documentSize.value, variant: 'bytes' })];
}

function pageFindings({ pages, size }: MediaFacts, { pages: most, pagesOfSmallModels: fewer }: ApiLimits): LimitFinding[] {
  if (!most) return [];
  if (pages === undefined) return size > 0 ? [finding('pages_unknown', 'info', most, { limit: most.value })] : [];
  if (pages > most.value) return [finding('too_many_pages', 'error', most, { actual: pages, limit: most.value })];
  if (fewer && pages > fewer.value)
    return [finding('too_many_pages', 'warning', fewer, { actual: pages, limit: fewer.value, variant: 'small' })];
  return [];
}

function encryptionFindings({ isEncrypted }: MediaFacts, { encryption }: ApiLimits): LimitFinding[] {
  if (!encryption || isEncrypted !== true) return [];
  return [finding('encrypted', encryption.value === 'refused' ? 'error' : 'warning', encryption)];
}

/** @param limit of an API that accepts it, otherwise absent */
function recordingFindings({ mimeType, duration, size }: MediaFacts, limit: ApiLimits['audio']): LimitFinding[] {
  if (!limit) return [];
  const { list } = limit.value;
  return [
    ...(list && !list.types.has(mimeType) ? [finding('type_not_accepted', 'warning', limit, { type: mimeType, types: list.names })] : []),
    ...(duration === undefined && size > 0 ? [finding('duration_unknown', 'info', limit)] : []),
  ];
}

/** @param family of the model, or null if unknown */
function imageFindings(facts: MediaFacts, limits: ApiLimits, family: ModelFamily | null): LimitFinding[] {
  return [
    ...imageTypeFindings(facts, limits),
    ...imageSizeFindings(facts, limits),
    ...animationFindings(facts, limits),
    ...pixelFindings(facts, limits, family),
  ];
}

function imageTypeFindings({ mimeType }: MediaFacts, { imageTypes }: ApiLimits): LimitFinding[] {
  if (!imageTypes || imageTypes.value.types.has(mimeType)) return [];
  return [finding('type_not_accepted', 'error', imageTypes, { type: mimeType, types: imageTypes.value.names })];
}

function imageSizeFindings({ size }: MediaFacts, { imageBase64, imageBase64Elsewhere, imageSize }: ApiLimits): LimitFinding[] {
  const actual = base64Length(size);
  if (imageSize && size > imageSize.value)
    return [finding('part_too_large', 'error', imageSize, { actual: size, limit: imageSize.value, variant: 'image_bytes' })];
  if (imageBase64 && actual > imageBase64.value)
    return [finding('part_too_large', 'error', imageBase64, { actual, limit: imageBase64.value })];
  if (imageBase64Elsewhere && actual > imageBase64Elsewhere.value) {
    return [finding('part_too_large', 'warning', imageBase64Elsewhere, { actual, limit: imageBase64Elsewhere.value, variant: 'clouds' })];
  }
  return [];
}

function animationFindings({ mimeType, detectedMimeType, frames }: MediaFacts, { animation }: ApiLimits): LimitFinding[] {
  if (!animation || frames === undefined || frames < 2 || !animation.value.types.includes(detectedMimeType ?? mimeType)) return [];
  return animation.value.outcome === 'refused'
    ? [finding('animation_refused', 'error', animation, { frames })]
    : [finding('first_frame_only', 'warning', animation, { frames })];
}

function pixelFindings(
  { width, height, size }: MediaFacts,
  { imageSide, imagePatches }: ApiLimits,
  family: ModelFamily | null,
): LimitFinding[] {
  if (width === undefined || height === undefined) {
    const limit = imageSide ?? imagePatches;
    return limit && size > 0 ? [finding('dimensions_unknown', 'info', limit)] : [];
  }
  if (imageSide && Math.max(width, height) > imageSide.value)
    return [finding('too_many_pixels', 'error', imageSide, { width, height, limit: imageSide.value })];
  if (!family || !(imageSide || imagePatches)) return [];
  return patchFindings(width, height, imagePatches, family) ?? shrinkFindings(width, height, family);
}

/** Models that count tiles shrink every image far below the limit. */
function patchFindings(width: number, height: number, limit: ApiLimits['imagePatches'], family: ModelFamily): LimitFinding[] | undefined {
  if (!limit || family.image.formula !== 'openai_patches') return undefined;
  const { patches } = openaiPatches(width, height, family.image.rule);
  if (patches <= limit.value) return undefined;
  const params = { width, height, actual: patches, limit: limit.value };
  if (family.basis === 'model') return [finding('too_many_patches', 'error', limit, params)];
  return [finding('too_many_patches', 'warning', limit, { ...params, family: family.name, variant: 'assumed' })];
}

function shrinkFindings(originalWidth: number, originalHeight: number, family: ModelFamily): LimitFinding[] {
  const { params, source } = imageTokens(originalWidth, originalHeight, family);
  const { width = originalWidth, height = originalHeight } = params;
  if (width === originalWidth && height === originalHeight) return [];
  return [
    finding(
      'image_is_shrunk',
      'info',
      { source },
      { width, height, originalWidth, originalHeight, family: family.name, ...(family.basis === 'model' ? {} : { variant: 'assumed' }) },
    ),
  ];
}

/** @param facts of the media in it @param size of the body, if known */
function requestFindings(result: WireResult, facts: readonly MediaFacts[], limits: ApiLimits, size?: number): RequestFinding[] {
  return [
    ...requestSizeFindings(facts, limits, () => size ?? bodySize(result)),
    ...imageCountFindings(result, limits).map((each) => ({ ...each, media: [] })),
    ...manyImagesFindings(result, facts, limits),
    ...documentNumberFindings(result, limits),
    ...documentCountFindings(result, facts, limits),
    ...pagesTogetherFindings(result, facts, limits),
  ];
}

/**
 * Anthropic counts the pages of all documents, and images, together: https://platform.claude.com/docs/en/build-with-claude/context-windows, and the
 * error “Too much media: 0 document pages + 102 images > 100” (anthropics/claude-code #19822, 2026-12). One document alone has its own finding.
 */
function pagesTogetherFindings(
  result: WireResult,
  facts: readonly MediaFacts[],
  { pages: most, pagesOfSmallModels: fewer }: ApiLimits,
): RequestFinding[] {
  if (!most || !fewer) return [];
  const documents = facts.flatMap(({ pages }, index) => (pages === undefined ? [] : [{ pages, index }]));
  const images = imagesIn(result);
  if (documents.length === 0 || documents.length + images < 2) return [];
  const actual = documents.reduce((sum, { pages }) => sum + pages, images);
  const tooMany = (severity: LimitSeverity, limit: Limit<number>, variant: object): RequestFinding[] => {
    const found = finding('too_many_pages_together', severity, limit, { actual, limit: limit.value, ...variant });
    return [{ ...found, media: documents.map(({ index }) => index) }];
  };
  if (actual > most.value) return tooMany('error', most, {});
  return actual > fewer.value ? tooMany('warning', fewer, { variant: 'small' }) : [];
}

/** A body may be written before its media are read: this is its minimum size. */
function requestSizeFindings(
  facts: readonly MediaFacts[],
  { request, requestWarning }: ApiLimits,
  bodyBytes: () => number,
): RequestFinding[] {
  if (!request && !requestWarning) return [];
  const ofMedia = facts.reduce((sum, each) => sum + bytesInBody(each), 0);
  const actual = Math.max(bodyBytes(), ofMedia);
  const tooLarge = (severity: LimitSeverity, limit: Limit<number>): RequestFinding[] => {
    const found = finding('request_too_large', severity, limit, { actual, limit: limit.value });
    return [{ ...found, media: largest(facts, actual - limit.value, bytesInBody) }];
  };
  if (request && actual > request.value) return tooLarge('error', request);
  return requestWarning && actual > requestWarning.value ? tooLarge('warning', requestWarning) : [];
}

function bytesInBody({ mimeType, size }: MediaFacts): number {
  return mediaKind(mimeType) === 'text' ? size : base64Length(size);
}

function imageCountFindings(result: WireResult, { images, imagesOfSmallModels }: ApiLimits): LimitFinding[] {
  const actual = imagesIn(result);
  if (images && actual > images.value) return [finding('too_many_images', 'error', images, { actual, limit: images.value })];
  if (imagesOfSmallModels && actual > imagesOfSmallModels.value) {
    return [finding('too_many_images', 'warning', imagesOfSmallModels, { actual, limit: imagesOfSmallModels.value, variant: 'small' })];
  }
  return [];
}

function imagesIn({ verdicts }: WireResult): number {
  return verdicts.filter(({ kind, outcome }) => kind === 'image' && outcome !== 'dropped').length;
}

function documentNumberFindings(result: WireResult, { documents }: ApiLimits): RequestFinding[] {
  const actual = documentsIn(result);
  if (!documents || actual <= documents.value) return [];
  return [{ ...finding('too_many_documents', 'error', documents, { actual, limit: documents.value }), media: [] }];
}

/** Documents in the request, including text files sent as documents. */
function documentsIn({ verdicts }: WireResult): number {
  return verdicts.filter(({ kind, rule, outcome }) => outcome !== 'dropped' && (kind === 'document' || rule === 'text_file_as_document'))
    .length;
}

/** With many images in a request each must be small; reported once. Images of unknown size are ignored. */
function manyImagesFindings(result: WireResult, facts: readonly MediaFacts[], { manyImages }: ApiLimits): RequestFinding[] {
  if (!manyImages) return [];
  const { count, side } = manyImages.value;
  const media = facts.flatMap((each, index) => (isLargerImage(each, side) ? index : []));
  const first = facts[media[0] ?? -1];
  if (!first) return [];
  const params = { count, limit: side, larger: media.length, width: first.width ?? 0, height: first.height ?? 0 };
  const images = imagesIn(result);
  if (images > count) return [{ ...finding('too_large_among_many', 'error', manyImages, { ...params, actual: images }), media }];
  const actual = images + documentsIn(result);
  return actual > count
    ? [{ ...finding('too_large_among_many', 'warning', manyImages, { ...params, actual, variant: 'clouds' }), media }]
    : [];
}

function isLargerImage({ mimeType, width = 0, height = 0 }: MediaFacts, side: number): boolean {
  return mediaKind(mimeType) === 'image' && Math.max(width, height) > side;
}

/** Tells the documents of a request: what is binary and neither picture nor recording, and text files where they are sent as documents. */
export function documentTest({ verdicts }: WireResult): (facts: MediaFacts) => boolean {
  const hasTextDocuments = verdicts.every(({ rule }) => rule !== 'text_file_as_text');
  return ({ mimeType }) => {
    const kind = mediaKind(mimeType);
    return kind === 'document' || kind === 'other' || (hasTextDocuments && kind === 'text');
  };
}

/** A single document has its own limit. */
function documentCountFindings(result: WireResult, facts: readonly MediaFacts[], { documentsSize }: ApiLimits): RequestFinding[] {
  const isDocument = documentTest(result);
  const sizeInDocuments = (each: MediaFacts): number => (isDocument(each) ? each.size : 0);
  const actual = facts.reduce((sum, each) => sum + sizeInDocuments(each), 0);
  if (!documentsSize || facts.filter(isDocument).length < 2 || actual <= documentsSize.value) return [];
  const found = finding('documents_too_large', 'error', documentsSize, { actual, limit: documentsSize.value });
  return [{ ...found, media: largest(facts, actual - documentsSize.value, sizeInDocuments) }];
}
