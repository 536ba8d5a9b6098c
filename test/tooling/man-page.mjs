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
    '.SH NAME',
    `${roff(program)} \\- ${roff(decapitalised(summary))}`,
    '.SH SYNOPSIS',
    verbatim(uses.map((use) => use.trim()).join('\n')),
    '.SH DESCRIPTION',
    verbatim(rest.join('\n\n')),
    '.SH COMMANDS',
    ...[...commands].flatMap(([name, text]) => [`.SS ${roff(name)}`, verbatim(text.trimEnd())]),
    '',
  ].join('\n');
}

/** @param {string} text */
function decapitalised(text) {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
}

/** Lines as they are. @param {string} text */
function verbatim(text) {
  return `.nf\n${roff(text)}\n.fi`;
}

/** Text without meaning for roff: backslashes, dashes that are typed, and dots and quotes at the beginning of a line. @param {string} text */
function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
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
