/** Which side of a model a capability belongs to. A query for `both` wants it on both sides. */
export type CapabilityDirection = 'input' | 'output' | 'both';

/** The two lists of a `capabilities` object. */
export type CapabilityList = 'input' | 'output';

/**
 * A capability type. The standard ones are in {@link STANDARD_CAPABILITIES}; every other non-empty word
 * is a custom type and just as valid.
 */
export type CapabilityType = string;

/** What a model takes and gives. */
export interface ModelCapabilities {
  readonly input: readonly CapabilityType[];
  readonly output: readonly CapabilityType[];
}

/** What a service can do when its configuration says nothing, or nothing valid. */
export const TEXT_ONLY: ModelCapabilities = Object.freeze({
  input: Object.freeze(['text']),
  output: Object.freeze(['text']),
});

/**
 * Capability types with a meaning of their own, in the order in which they are offered, with the side
 * where they make sense. `text` to `tool_calling` are the standard set of the specification;
 * `video` and `tool_result_media` (the service takes media in tool results) are read by the routing too.
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

/** One of the types in {@link STANDARD_CAPABILITIES}. */
export type StandardCapability = (typeof STANDARD_CAPABILITIES)[number]['type'];

const directions = new Map<string, CapabilityDirection>(STANDARD_CAPABILITIES.map(({ type, direction }) => [type, direction]));

/** Whether the type is known to the routing. */
export function isStandardCapability(type: CapabilityType): type is StandardCapability {
  return directions.has(type);
}

/** Whether the type makes sense in the list; custom types do in either. */
export function fitsList(type: CapabilityType, list: CapabilityList): boolean {
  const direction = directions.get(type);
  return direction === undefined || direction === 'both' || direction === list;
}

/** The known types that make sense in the list, in the order in which they are offered. */
export function standardCapabilitiesFor(list: CapabilityList): readonly StandardCapability[] {
  return STANDARD_CAPABILITIES.filter(({ type }) => fitsList(type, list)).map(({ type }) => type);
}

/** Whether `capabilities` has the type on the wanted side (`both`: on both sides). */
export function includesCapability(capabilities: ModelCapabilities, type: CapabilityType, direction: CapabilityDirection): boolean {
  switch (direction) {
    case 'input':
      return capabilities.input.includes(type);
    case 'output':
      return capabilities.output.includes(type);
    case 'both':
      return capabilities.input.includes(type) && capabilities.output.includes(type);
  }
}

/** What each known capability opens: the words of completions and hovers. */
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
