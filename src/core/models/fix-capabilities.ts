import { editItems, renameMember, replaceNode } from '../json/edit.ts';
import { detectLayout, formatValue } from '../json/layout.ts';
import { membersOf, nodeAt, rangeOf, valueOf } from '../json/node.ts';
import { type CellChange, setCapabilityCells, wordsOf } from './capability-cells.ts';
import { type CapabilityList, fitsList, isStandardCapability, TEXT_ONLY } from './capability.ts';
import { setCapabilitiesAt } from './edits.ts';
import { type Fix, type FixPlace, replaceList, words } from './fix.ts';
import { closestTo } from './spelling.ts';

/** Fixes for a service's `capabilities` and tags. */
export function fixCapability(place: FixPlace): Fix[] {
  const { problem, node } = place;
  const { params } = problem;
  const list = params['list'] === 'output' ? 'output' : 'input';
  const capability = String(params['capability'] ?? '');
  switch (problem.code) {
    case 'capability_misspelt':
      return fixWord(place, list);
    case 'capability_wrong_direction': {
      const other = otherList(list);
      const word = String(node?.value);
      return [
        {
          kind: 'move',
          params: { capability, list: other },
          isPreferred: true,
          edits: changed(place, { list, type: word, isDeclared: false }, { list: other, type: word, isDeclared: true }),
        },
      ];
    }
    case 'capability_duplicate':
    case 'capability_empty':
      return [{ kind: 'remove', params: { name: capability }, isPreferred: true, edits: () => removeAt(place) }];
    case 'capability_list_not_array':
      if (typeof node?.value !== 'string' || words(node.value).length === 0) return [];
      return [{ kind: 'to_list', params: {}, isPreferred: true, edits: () => replaceList(node, words(String(node.value))) }];
    case 'capabilities_not_object':
      return fixFlatList(place);
    case 'capabilities_without_lists':
      return fixNames(place);
    case 'text_input_missing':
      return [
        {
          kind: 'add',
          params: { capability: 'text', list },
          isPreferred: true,
          edits: changed(place, { list: 'input', type: 'text', isDeclared: true }),
        },
      ];
    case 'tag_without_capability':
      // either the tag or the capabilities are wrong: a person must decide
      return [
        {
          kind: 'add',
          params: { capability, list },
          isPreferred: false,
          edits: changed(place, { list, type: capability, isDeclared: true }),
        },
        { kind: 'remove_tag', params: {}, isPreferred: false, edits: () => removeAt(place) },
      ];
    case 'tag_denies_capability':
      return [{ kind: 'remove_tag', params: {}, isPreferred: false, edits: () => removeAt(place) }];
    default:
      return [];
  }
}

function otherList(list: CapabilityList): CapabilityList {
  return list === 'input' ? 'output' : 'input';
}

/** Corrects the word in place, moves it to the other list, or removes it if already listed. */
function fixWord(place: FixPlace, list: CapabilityList): Fix[] {
  const { node, problem } = place;
  const suggestion = problem.params['suggestion'];
  if (!node || typeof suggestion !== 'string') return [];
  const target = fitsList(suggestion, list) ? list : otherList(list);
  if (wordsOf(nodeAt(place.root, [...problem.path.slice(0, 2), 'capabilities']), target).includes(suggestion)) {
    return [{ kind: 'remove', params: { name: String(problem.params['capability']) }, isPreferred: true, edits: () => removeAt(place) }];
  }
  if (target === list)
    return [{ kind: 'replace', params: { value: suggestion }, isPreferred: true, edits: () => replaceNode(node, suggestion) }];
  const edits = changed(place, { list, type: String(node.value), isDeclared: false }, { list: target, type: suggestion, isDeclared: true });
  return [{ kind: 'replace_and_move', params: { value: suggestion, list: target }, isPreferred: true, edits }];
}

/** Renames misspelt `input` and `output`; without any, writes the effective default: text only. */
function fixNames(place: FixPlace): Fix[] {
  const { root, problem } = place;
  const capabilities = nodeAt(root, problem.path);
  const renames =
    capabilities === undefined
      ? []
      : membersOf(capabilities).flatMap(({ name }): Fix[] => {
          const list = closestTo(name, ['input', 'output']);
          const edits = list && renameMember(capabilities, name, list);
          return edits ? [{ kind: 'rename', params: { name: list }, isPreferred: true, edits: () => edits }] : [];
        });
  return renames.length > 0 ? renames : [{ kind: 'to_object', params: {}, isPreferred: true, edits: () => textOnly(place) }];
}

function textOnly({ text, root, problem }: FixPlace): ReturnType<Fix['edits']> {
  const service = nodeAt(root, problem.path.slice(0, 2));
  return service ? setCapabilitiesAt(text, rangeOf(service), TEXT_ONLY) : [];
}

/** Splits a single list of known capabilities: output-only ones become outputs, the others inputs. */
function fixFlatList({ text, node }: FixPlace): Fix[] {
  if (node?.type !== 'array') return [];
  const items = valueOf(node) as unknown[];
  if (items.length === 0 || !items.every((item): item is string => typeof item === 'string' && isStandardCapability(item))) return [];
  const input = items.filter((item) => fitsList(item, 'input'));
  const output = ['text', ...items.filter((item) => !fitsList(item, 'input'))];
  const newText = formatValue({ input: [...new Set(['text', ...input])], output: [...new Set(output)] }, detectLayout(text), undefined);
  return [{ kind: 'to_object', params: {}, isPreferred: true, edits: () => [{ offset: node.offset, length: node.length, newText }] }];
}

function changed({ text, root, problem }: FixPlace, ...changes: readonly CellChange[]): Fix['edits'] {
  const service = nodeAt(root, problem.path.slice(0, 2));
  return () => (service ? setCapabilityCells(text, rangeOf(service), changes) : []);
}

function removeAt({ text, root, problem }: FixPlace): ReturnType<Fix['edits']> {
  const container = nodeAt(root, problem.path.slice(0, -1));
  return container ? editItems(text, container, { remove: [Number(problem.path.at(-1))] }, detectLayout(text)) : [];
}
