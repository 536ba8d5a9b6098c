/** The side of a model a capability is on. A query for `both` requires it on both sides. */
export type CapabilityDirection = 'input' | 'output' | 'both';

/** The lists of a `capabilities` object. */
export type CapabilityList = 'input' | 'output';

/** A capability: one of {@link STANDARD_CAPABILITIES}, or any other non-empty word (a custom one). */
export type CapabilityType = string;

/** The inputs and outputs of a model, with what else is written beside them. */
export interface ModelCapabilities {
  readonly input: readonly CapabilityType[];
  readonly output: readonly CapabilityType[];
}

/** The default when capabilities are missing or invalid. */
export const TEXT_ONLY: ModelCapabilities = Object.freeze({
  input: Object.freeze(['text']),
  output: Object.freeze(['text']),
});

/**
 * Known capabilities in display order, with the sides they apply to. `text` to `tool_calling` are the specification's standard set; `video`
 * and `tool_result_media` (media in tool results) are also used by the routing.
 */
export const STANDARD_CAPABILITIES = [
  { type: 'text', direction: 'both' },
  { type: 'vision', direction: 'input' },
  { type: 'audio', direction: 'both' },
  { type: 'video', direction: 'both' },
  { type: 'file', direction: 'both' },
  { type: 'tool_result_media', direction: 'input' },
  { type: 'structured_output', direction: 'output' },
  { type: 'tool_calling', direction: 'output' },
] as const satisfies readonly { readonly type: string; readonly direction: CapabilityDirection }[];

export type StandardCapability = (typeof STANDARD_CAPABILITIES)[number]['type'];

const directions = new Map<string, CapabilityDirection>(STANDARD_CAPABILITIES.map(({ type, direction }) => [type, direction]));

export function isStandardCapability(type: CapabilityType): type is StandardCapability {
  return directions.has(type);
}

/** Whether the type may be in the list; custom types may be in both. */
export function fitsList(type: CapabilityType, list: CapabilityList): boolean {
  const direction = directions.get(type);
  return direction === undefined || direction === 'both' || direction === list;
}

/** The known types for the list, in display order. */
export function standardCapabilitiesFor(list: CapabilityList): readonly StandardCapability[] {
  return STANDARD_CAPABILITIES.filter(({ type }) => fitsList(type, list)).map(({ type }) => type);
}

/** Whether `capabilities` has the type on the given side (`both`: on both sides); false for a side nobody knows. */
export function includesCapability(capabilities: ModelCapabilities, type: CapabilityType, direction: CapabilityDirection): boolean {
  switch (direction) {
    case 'input':
      return capabilities.input.includes(type);
    case 'output':
      return capabilities.output.includes(type);
    case 'both':
      return capabilities.input.includes(type) && capabilities.output.includes(type);
    default:
      return false;
  }
}

/** What each known capability allows; used in completions and hovers. */
export const CAPABILITY_SENTENCES: Readonly<Record<StandardCapability, string>> = {
  text: 'Text. Every model supports it.',
  vision: 'Images are sent as images (image_url); without it, as a description.',
  audio: 'Audio is sent as a file; in the output list: the model produces audio.',
  video: 'Video is sent as a file; in the output list: the model produces video.',
  file: 'PDF, office documents, archives and other binary files are sent as files.',
  tool_result_media: 'The API of this service accepts images and files in tool results.',
  structured_output: 'The model supports structured output (JSON schema).',
  tool_calling: 'The model can call tools.',
};
