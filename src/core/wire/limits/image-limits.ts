import type { MediaFacts } from '../../content/media-facts.ts';
import { base64Length } from '../../io/base64.ts';
import type { LimitFinding } from '../limit-finding.ts';
import { imageTokens } from '../tokens/image-tokens.ts';
import type { ModelFamily } from '../tokens/model-family.ts';
import { openaiPatches } from '../tokens/openai-patches.ts';
import type { ApiLimits } from './api-limits.ts';
import { finding } from './finding.ts';

/** What an API's limits say of an image. @param family the model's, or null when it is not known */
export function imageFindings(facts: MediaFacts, limits: ApiLimits, family: ModelFamily | null): LimitFinding[] {
  return [
    ...typeFindings(facts, limits),
    ...sizeFindings(facts, limits),
    ...animationFindings(facts, limits),
    ...pixelFindings(facts, limits, family),
  ];
}

function typeFindings({ mimeType }: MediaFacts, { imageTypes }: ApiLimits): LimitFinding[] {
  if (!imageTypes || imageTypes.value.types.has(mimeType)) return [];
  return [finding('type_not_accepted', 'error', imageTypes, { type: mimeType, types: imageTypes.value.names })];
}

function sizeFindings({ size }: MediaFacts, { imageBase64, imageBase64Elsewhere }: ApiLimits): LimitFinding[] {
  const actual = base64Length(size);
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

/** Models that count in tiles shrink every image far below the limit. */
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
