import { own } from '../core/io/own.ts';
import type { OptionsConfig } from './command.ts';

/** The shells whose completion can be printed. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: OptionsConfig;
  /** The words that some of them take. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** What a shell completes. */
interface Completed {
  readonly commands: readonly CompletedCommand[];
  /** What a file takes in the place of a command; the words that its options take, others take too. */
  readonly file: Pick<CompletedCommand, 'options' | 'values'>;
  /** The words behind some commands. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/**
 * A script that completes commands, their options and the words that these take, and files elsewhere. It runs nothing of the program.
 * @param program its name, which is a plain word
 */
export function completionScript(shell: Shell, program: string, completed: Completed): string {
  return SCRIPTS[shell](program, completed);
}

type Script = (program: string, completed: Completed) => string;

/** What is offered behind a command and the word before the one that is typed: `route --as`, `help help`. */
function offersOf({ commands, words }: Completed): readonly (readonly [string, readonly string[]])[] {
  return [
    ...commands.flatMap(({ name, values }) => Object.entries(values).map(([option, offered]) => [`${name} --${option}`, offered] as const)),
    ...Object.entries(words).map(([name, offered]) => [`${name} ${name}`, offered] as const),
  ];
}

/** The same as patterns of bash and zsh, with what is offered behind any command, or none. */
function patternsOf(completed: Completed): readonly (readonly [string, readonly string[]])[] {
  return [
    ...offersOf(completed).map(([before, offered]) => [`'${before}'`, offered] as const),
    ...Object.entries(completed.file.values).map(([option, offered]) => [`*' --${option}'`, offered] as const),
  ];
}

/** The options of each command, as patterns of bash and zsh; last those where there is none. */
function optionPatterns({ commands, file }: Completed): readonly (readonly [string, readonly string[]])[] {
  return [...commands, { name: '*', ...file }].map(({ name, options }) => [name, dashed(options)] as const);
}

/** Options with a value, in whose place no command stands. */
function withValue({ commands }: Completed): readonly string[] {
  const all: OptionsConfig = Object.assign({}, ...commands.map(({ options }) => options)) as OptionsConfig;
  return dashed(Object.fromEntries(Object.entries(all).filter(([, { type }]) => type === 'string')));
}

const SCRIPTS: Readonly<Record<Shell, Script>> = {
  bash: (program, completed) => `# In ~/.bashrc: source <(${program} completion bash)
_${functionOf(program)}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command='' words='' i
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case "\${COMP_WORDS[i]}" in
      ${withValue(completed).join('|')}) (( i++ )); [ "\${COMP_WORDS[i]}" = '=' ] && (( i++ )) ;;
      -*) ;;
      *) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${patternsOf(completed)
  .map(([before, offered]) => `    ${before}) words='${offered.join(' ')}' ;;`)
  .join('\n')}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -P "\${cur%"\${cur##*,}"}" -W "$words" -- "\${cur##*,}"))
  elif [[ "$cur" == -* ]]; then
    case "$command" in
${optionPatterns(completed)
  .map(([name, options]) => `      ${name}) words='${options.join(' ')}' ;;`)
  .join('\n')}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [ -z "$command" ] && [ "$i" -eq "$COMP_CWORD" ]; then
    COMPREPLY=($(compgen -W '${completed.commands.map(({ name }) => name).join(' ')}' -- "$cur"))
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  else
    COMPREPLY=()
  fi
}
complete -o default -F _${functionOf(program)} ${program}
`,
  zsh: (program, completed) => `#compdef ${program}
# ${program} completion zsh > "\${fpath[1]}/_${program}"
_${functionOf(program)}() {
  local -a commands options
  local command='' i
  for (( i = 2; i < CURRENT; i++ )); do
    case "\${words[i]}" in
      ${withValue(completed).join('|')}) (( i++ )) ;;
      -*) ;;
      *) command="\${words[i]}"; break ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${patternsOf(completed)
  .map(([before, offered]) => `    ${before}) compset -P '*,'; compadd -- ${offered.join(' ')}; return ;;`)
  .join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then
    case "$command" in
${optionPatterns(completed)
  .map(([name, options]) => `      ${name}) options=(${options.join(' ')}) ;;`)
  .join('\n')}
    esac
    compadd -- $options
    return
  fi
  if [[ -z "$command" ]] && (( i == CURRENT )); then
    commands=(
${completed.commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
  fi
  _files
}
if [ "$funcstack[1]" = "_${program}" ]; then _${functionOf(program)} "$@"; else compdef _${functionOf(program)} ${program}; fi
`,
  fish: (program, completed) => {
    const { commands, file, words } = completed;
    const command = `__${functionOf(program)}_command`;
    const complete = `complete -c ${program}`;
    return `# ${program} completion fish > ~/.config/fish/completions/${program}.fish
function ${command}
  set -l words (commandline -opc)
  set -e words[1]
  set -l is_value 0
  for word in $words
    if test $is_value = 1
      set is_value 0
      continue
    end
    switch $word
      case ${withValue(completed).join(' ')}
        set is_value 1
      case '-*'
      case '*'
        echo $word
        return
    end
  end
  echo :
end
${[
  ...commands.flatMap(({ name, summary, options, values }) => {
    const within = `${complete} -n 'contains -- ${name} (${command})'`;
    const offered = own(words, name);
    return [
      `${complete} -n 'contains -- : (${command})' -a ${name} -d ${quoted(summary)}`,
      ...inFish(within, { options, values: { ...file.values, ...values } }),
      ...(offered ? [`${within} -x -a '${offered.join(' ')}'`] : []),
    ];
  }),
  ...inFish(`${complete} -n 'not contains -- (${command}) ${commands.map(({ name }) => name).join(' ')}'`, file),
].join('\n')}
`;
  },
  powershell: (program, completed) => `# In $PROFILE: ${program} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${completed.commands.map(({ name, options }) => `    '${name}' = @(${dashed(options).map(quotedForPowerShell).join(', ')})`).join('\n')}
  }
  $values = @{
${[...offersOf(completed), ...Object.entries(completed.file.values).map(([option, offered]) => [`* --${option}`, offered] as const)]
  .map(([before, offered]) => `    '${before}' = @(${offered.map(quotedForPowerShell).join(', ')})`)
  .join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $words.Count -eq 1 -or ($words.Count -eq 2 -and $wordToComplete -ne '')
  $before = if ($wordToComplete -eq '') { $words[-1] } else { $words[-2] }
  $offered = $values["$($words[1]) $before"]
  if (-not $offered) { $offered = $values["* $before"] }
  $known = if (-not $isFirst -and $offered) { $offered } elseif ($isFirst) { $options.Keys | Sort-Object } elseif ($wordToComplete -like '-*') { $options[$words[1]] } else { @() }
  $known | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

function functionOf(program: string): string {
  return program.replaceAll('-', '_');
}

function dashed(options: OptionsConfig): readonly string[] {
  return Object.entries(options).flatMap(([name, { short }]) => [...(short === undefined ? [] : [`-${short}`]), `--${name}`]);
}

/** Options as lines of fish. @param before what they are offered by */
function inFish(before: string, { options, values }: Pick<CompletedCommand, 'options' | 'values'>): readonly string[] {
  return Object.entries(options).map(([name, { type, short }]) => {
    const offered = own(values, name);
    const value = offered ? ` -x -a '${offered.join(' ')}'` : type === 'string' ? ' -r' : '';
    return `${before}${short === undefined ? '' : ` -s ${short}`} -l ${name}${value}`;
  });
}

/** As a word of bash, zsh and fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "'\\''")}'`;
}

function quotedForPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
