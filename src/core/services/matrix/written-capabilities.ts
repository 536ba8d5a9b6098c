import type { Node } from 'jsonc-parser';
import { fitsList, TEXT_ONLY, type CapabilityList, type ModelCapabilities } from '../capability.ts';
import { memberOf, parseAt } from '../../json/node.ts';
import type { ServiceEntry } from '../validate.ts';

/**
 * The capabilities a service declares, each once; of a missing list what it stands for. Where invalid `capabilities` make
 * a service text only, the words that are written there all the same: they are what a person meant and edits.
 */
export function writtenCapabilities(text: string, entry: Pick<ServiceEntry, 'origin' | 'capabilities' | 'range'>): ModelCapabilities {
  const { origin, capabilities, range } = entry;
  if (origin !== 'invalid') return { input: [...new Set(capabilities.input)], output: [...new Set(capabilities.output)] };
  const service = parseAt(text, range);
  const written = service && memberOf(service, 'capabilities')?.value;
  return { input: wordsOf(written, 'input'), output: wordsOf(written, 'output') };
}

/** The words in one list of a `capabilities`, whatever that is; of a missing list `text`. */
export function wordsOf(capabilities: Node | undefined, list: CapabilityList): string[] {
  // one list where two belong: what only a model gives is meant as output
  if (capabilities?.type === 'array')
    return [...new Set([...TEXT_ONLY[list], ...stringsIn(capabilities).filter((word) => fitsList(word, 'input') === (list === 'input'))])];
  const value = capabilities?.type === 'object' ? memberOf(capabilities, list)?.value : undefined;
  return value === undefined ? [...TEXT_ONLY[list]] : stringsIn(value);
}

function stringsIn(value: Node): string[] {
  const items = value.type === 'array' ? (value.children ?? []) : [value];
  const words = items.map((item): unknown => item.value).filter((word): word is string => typeof word === 'string' && /\S/.test(word));
  return [...new Set(words)];
}
