/** Where the texts of options begin whose names leave no room for a gap. */
const OPTION_COLUMN = 19;
/** A narrower terminal is none on which help is read. */
const LEAST_COLUMNS = 40;

/** A line of help, with what goes on below it. */
interface Entry {
  readonly text: string;
  /** Where a line begins that goes on below it. */
  readonly hang: number;
  /** Whether it is a name with its text in a second column. */
  readonly isColumned: boolean;
}

/** Help with its lines no wider than the terminal; as it is where no person reads it. Command lines stay whole, to be copied. */
export function wrappedHelp(help: string, columns: number | undefined): string {
  if (columns === undefined) return help;
  const entries: Entry[] = [];
  for (const line of help.split('\n')) {
    const last = entries.at(-1);
    const goesOn = last?.isColumned === true && indentOf(line) === last.hang;
    if (goesOn) entries[entries.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    else entries.push(entryOf(line));
  }
  return entries.map((entry) => wrapped(entry, Math.max(columns, LEAST_COLUMNS))).join('\n');
}

function entryOf(text: string): Entry {
  if (text.startsWith('Usage: ')) return { text, hang: 'Usage: '.length, isColumned: false };
  const indent = indentOf(text);
  const gap = text.indexOf('  ', indent);
  if (gap >= 0) return { text, hang: gap + indentOf(text.slice(gap)), isColumned: true };
  const isOption = text.startsWith('  -');
  return { text, hang: isOption ? OPTION_COLUMN : indent, isColumned: isOption };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function wrapped({ text, hang }: Entry, columns: number): string {
  if (text.length <= columns || /^ {2}(?:agent-artifacts|cat) /.test(text)) return text;
  const lines: string[] = [];
  // The gap between the columns stays.
  let line = text.slice(0, hang);
  const [first = '', ...words] = text.slice(hang).split(' ');
  line += first;
  for (const word of words) {
    if (line.length + 1 + word.length <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    }
  }
  return [...lines, line].join('\n');
}
