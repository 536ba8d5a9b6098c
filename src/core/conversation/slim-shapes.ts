import type { ConversationFormat } from './conversation.ts';
import { at, type ByteRange, type Outline, textAt } from './outline.ts';

/** Formats whose programs were seen to go on with a session that was slimmed: Claude Code 2.1.332 and Codex 0.169.0 (2026-11). */
const SLIMMED = ['claude-code', 'codex'] as const satisfies readonly ConversationFormat[];
export type SlimmedFormat = (typeof SLIMMED)[number];

/** Whether a session can be slimmed: its program goes on with it then. */
export function isSlimmed(format: ConversationFormat | null): format is SlimmedFormat {
  return (SLIMMED as readonly (string | null)[]).includes(format);
}

/** A value on the way down from the root of a line, with its name or number in the one before. */
interface Step {
  readonly node: Outline;
  readonly name: string | number;
}

/** The values that a string is in, and the string itself. */
export type StringWay = readonly Step[];

/** Bytes that are replaced, and the JSON before and behind the characters of a description that takes their place. */
export interface PlannedText extends ByteRange {
  readonly around: readonly [before: string, behind: string];
}

/** The ways to those strings of a line that end at some places. */
export function stringsEnding(root: Outline, ends: ReadonlySet<number>): ReadonlyMap<number, StringWay> {
  const found = new Map<number, StringWay>();
  const way: Step[] = [];
  const visit = (node: Outline, name: string | number): void => {
    way.push({ node, name });
    if (node.type === 'object') for (const member of node.members) visit(member.value, member.name);
    else if (node.type === 'array') for (const [number, item] of node.items.entries()) visit(item, number);
    else if (node.type === 'string' && ends.has(node.end)) found.set(node.end, [...way]);
    way.pop();
  };
  visit(root, '');
  return found;
}

/** What takes the place of a medium, so that the program still reads its line; undefined where that is not known. */
export function slimmedAs(way: StringWay, format: SlimmedFormat): PlannedText | undefined {
  return format === 'codex' ? ofCodex(way) : (attachedFile(way) ?? anthropicBlock(way) ?? shownResult(way));
}

/** The `count`th value above a string: 1 is the one it is a member of. */
function above(way: StringWay, count: number): Outline | undefined {
  return way.at(-1 - count)?.node;
}

function nameOf(way: StringWay, count = 0): string | number | undefined {
  return way.at(-1 - count)?.name;
}

function inPlaceOf({ start, end }: ByteRange, before: string, behind: string): PlannedText {
  return { start, end, around: [before, behind] };
}

/** Between the quotes of a string: what is read there stays a string. */
function insideString(way: StringWay): PlannedText | undefined {
  const string = way.at(-1)?.node;
  return string && inPlaceOf({ start: string.start + 1, end: string.end - 1 }, '', '');
}

/** A block of a list of blocks: of a message, of the result of a tool, or of a request that is kept. */
function anthropicBlock(way: StringWay): PlannedText | undefined {
  const [block, list] = [above(way, 2), above(way, 3)];
  if (nameOf(way) !== 'data' || nameOf(way, 1) !== 'source' || list?.type !== 'array' || !block) return undefined;
  const type = textAt(block, 'type');
  if ((type !== 'image' && type !== 'document') || textAt(block, 'source', 'type') !== 'base64') return undefined;
  return inPlaceOf(block, '{"type":"text","text":"', '"}');
}

/**
 * A picture that a person named with `@`. It is made into a block whenever the session is sent: the description has to be a text that was read. Seen
 * with Claude Code 2.1.332 (2026-11).
 */
function attachedFile(way: StringWay): PlannedText | undefined {
  const root = way[0]?.node;
  const content = at(root, 'attachment', 'content');
  const filename = textAt(root, 'attachment', 'filename');
  if (textAt(root, 'type') !== 'attachment' || !content || above(way, 2) !== content || nameOf(way, 1) !== 'file') return undefined;
  if (nameOf(way) !== 'base64' || textAt(content, 'type') !== 'image' || filename === undefined) return undefined;
  const before = `{"type":"text","file":{"filePath":${JSON.stringify(filename)},"content":"`;
  return inPlaceOf(content, before, '","numLines":1,"startLine":1,"totalLines":1}}');
}

/** What a tool gave back, for the program's own screen: it is not sent. */
function shownResult(way: StringWay): PlannedText | undefined {
  return nameOf(way, way.length - 2) === 'toolUseResult' ? insideString(way) : undefined;
}

function ofCodex(way: StringWay): PlannedText | undefined {
  // told to the screen, not sent
  if (textAt(way[0]?.node, 'type') === 'event_msg') return insideString(way);
  const [part, list] = [above(way, 1), above(way, 2)];
  if (!part) return undefined;
  const name = nameOf(way);
  const type = textAt(part, 'type');
  // an item of its own: a picture that the model made
  if (type === 'image_generation_call' && name === 'result')
    return inPlaceOf(part, '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"', '"}]}');
  const isPart = (type === 'input_image' && name === 'image_url') || (type === 'input_file' && name === 'file_data');
  if (!isPart || list?.type !== 'array') return undefined;
  const shape = textAt(above(way, 3), 'role') === 'assistant' ? 'output_text' : 'input_text';
  return inPlaceOf(part, `{"type":"${shape}","text":"`, '"}');
}
