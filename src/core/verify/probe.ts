import type { CapabilityList } from '../services/capability.ts';

/** What can be found out about a service by asking it; each is also the name of the capability. */
export type Probe = 'text' | 'vision' | 'audio' | 'file' | 'tool_calling' | 'structured_output' | 'tool_result_media';

/**
 * The probes in the order in which they are sent, and the side of the model each is about. Text comes first: without it
 * nothing else means anything. Media in tool results come last: which medium is sent, and whether at all, depends on the
 * answers before.
 */
export const PROBES: readonly { readonly probe: Probe; readonly list: CapabilityList }[] = [
  { probe: 'text', list: 'input' },
  { probe: 'vision', list: 'input' },
  { probe: 'audio', list: 'input' },
  { probe: 'file', list: 'input' },
  { probe: 'tool_calling', list: 'output' },
  { probe: 'structured_output', list: 'output' },
  { probe: 'tool_result_media', list: 'input' },
];
