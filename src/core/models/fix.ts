import type { Node } from 'jsonc-parser';
import type { TextEdit } from '../json/edit.ts';
import type { ServiceProblem } from './problems.ts';

/** What a fix does; the title on the screen follows from it and its parameters. */
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

/** One way to solve a problem. */
export interface Fix {
  readonly kind: FixKind;
  /** What the title needs, fit for a sentence; never a value that could be a key. */
  readonly params: Readonly<Record<string, string>>;
  /** The one right answer; undefined where a person has to choose. */
  readonly isPreferred: boolean;
  /** The edits, computed when they are wanted: in the order of the text, not overlapping. */
  readonly edits: () => readonly TextEdit[];
}

/** A text that is JSON, with the place of a problem in it. */
export interface FixPlace {
  readonly text: string;
  readonly root: Node;
  readonly problem: ServiceProblem;
  /** What the problem is about; absent when it is missing. */
  readonly node: Node | undefined;
}

/** The edit that puts a list of words in the place of a node. */
export function replaceList({ offset, length }: Node, list: readonly string[]): ReturnType<Fix['edits']> {
  return [{ offset, length, newText: `[${list.map((item) => JSON.stringify(item)).join(', ')}]` }];
}

/** The words of a list that was written as one text. */
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
