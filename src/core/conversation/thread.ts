/** A line of a session that names the one it follows. */
export interface Linked {
  readonly id: string;
  readonly parentId: string | undefined;
}

/** A line and those it follows, back to the first. Ids may repeat or form a ring: each line once, and of an id the last line. */
export function threadTo<Line extends Linked>(lines: readonly Line[], last: Line | undefined): Set<Line> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const thread = new Set<Line>();
  let line = last;
  while (line && !thread.has(line)) {
    thread.add(line);
    line = line.parentId === undefined ? undefined : byId.get(line.parentId);
  }
  return thread;
}
