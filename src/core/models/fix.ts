import type { Node } from 'jsonc-parser';
import type { TextEdit } from '../json/edit.ts';
import type { ServiceProblem } from './problems.ts';

/** What a fix does; determines its title. */
export type FixKind =
  | 'replace'
  | 'replace_and_move'
  | 'move'
  | 'remove'
  | 'remove_entry'
  | 'remove_tag'
  | 'add'
  | 'rename'
  | 'add_id'
  | 'to_list'
  | 'to_string'
  | 'to_number'
  | 'to_object'
  | 'begin_with'
  | 'add_services'
  | 'wrap_services';

export interface Fix {
  readonly kind: FixKind;
  /** Title parameters, safe to show; never a value that could be a key. */
  readonly params: Readonly<Record<string, string>>;
  /** The one correct fix; undefined when a person has to choose. */
  readonly isPreferred: boolean;
  /** Computes the edits, in text order without overlap. */
  readonly edits: () => readonly TextEdit[];
}

/** A valid JSON text and the location of a problem in it. */
export interface FixPlace {
  readonly text: string;
  readonly root: Node;
  readonly problem: ServiceProblem;
  /** The node of the problem; absent when it is missing. */
  readonly node: Node | undefined;
}

export function replaceList({ offset, length }: Node, list: readonly string[]): ReturnType<Fix['edits']> {
  return [{ offset, length, newText: `[${list.map((item) => JSON.stringify(item)).join(', ')}]` }];
}

/** The words of a list written as one string. */
export function words(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;，；、]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
}
