/** The manual page of the command line, made of what its help says, so that the two cannot differ. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Commands whose help is on the page: those the help of the program lists. @param {string} help */
export function commandsIn(help) {
  const [, list = ''] = help.split('Commands:\n');
  return [...(list.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
}

/**
 * A page for `man`, in the macros of man(7).
 * @param {string} program
 * @param {string} version
 * @param {string} help of the program
 * @param {ReadonlyMap<string, string>} commands the help of each command
 */
export function manPage(program, version, help, commands) {
  const [synopsis = '', summary = '', ...rest] = help.trimEnd().split('\n\n');
  const uses = synopsis.replace(/^Usage: /, '').split('\n');
  return [
    `.TH "${program.toUpperCase()}" "1" "" "${program} ${version}" "User Commands"`,
    '.ad l',
    '.nh',
    '.SH NAME',
    `${roff(program)} \\- ${roff(decapitalised(summary))}`,
    '.SH SYNOPSIS',
    filled(uses.join('\n')),
    '.SH DESCRIPTION',
    filled(rest.join('\n\n')),
    '.SH COMMANDS',
    ...[...commands].flatMap(([name, text]) => [`.SS ${roff(name)}`, filled(text.trimEnd())]),
    '',
  ].join('\n');
}

/** @param {string} text */
function decapitalised(text) {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
}

/** A name with its text in a second column: two spaces lie between them, or the name of an option leaves no room for them. */
const COLUMNED = /^(?= {2}\S)(?:(?<name>.+?) {2,}|(?<option> {2}-.{15}) )(?<text>\S.*)$/;

/** Lines that `man` fills: each begins anew, but those that go on in the second column. @param {string} help */
function filled(help) {
  const lines = [];
  let hang = 0;
  let beginning = '.PP';
  for (const line of help.split('\n')) {
    if (hang > 0 && line.search(/\S/) === hang) {
      lines.push(roff(line.trim()));
      continue;
    }
    const { name, option, text = line.trim() } = COLUMNED.exec(line)?.groups ?? {};
    const tag = name ?? option;
    if (tag !== undefined) lines.push('.TP', roff(tag.trim()), roff(text));
    else if (text !== '') lines.push(beginning, roff(text));
    hang = tag === undefined ? 0 : line.length - text.length;
    beginning = tag === undefined && text !== '' ? '.br' : '.PP';
  }
  return lines.join('\n');
}

/**
 * Text without meaning for roff: backslashes, dashes that are typed, and dots and quotes at the beginning of a line; in ASCII, because not
 * every `man` knows the encoding of a page.
 * @param {string} text
 */
function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(/[^\p{ASCII}]/gu, (char) => `\\[u${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** The page of the built program. @param {string} cli @param {string} version */
export async function manPageOf(cli, version) {
  const ask = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)(process.execPath, [cli, 'help', ...args], { env: { ...process.env, LC_ALL: 'C' } })).stdout;
  const help = await ask();
  const names = commandsIn(help).filter((name) => name !== 'help');
  const texts = await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await ask(name)])));
  return manPage('agent-artifacts', version, help, new Map(texts));
}
