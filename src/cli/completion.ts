import { own } from '../core/io/own.ts';
import type { Command } from './command.ts';

/** The shells whose completion can be printed. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Names of its options, without dashes. */
  readonly options: readonly string[];
  /** The words that some of them take. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** What a shell completes. */
interface Completed {
  readonly commands: readonly CompletedCommand[];
  /** The words behind some commands. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** Commands for completion. @param common the options that every command takes */
export function completedCommands(
  commands: Iterable<readonly [string, Pick<Command, 'summary' | 'options' | 'values'>]>,
  common: Pick<CompletedCommand, 'options' | 'values'>,
): readonly CompletedCommand[] {
  return [...commands].map(([name, { summary, options, values }]) => ({
    name,
    summary,
    options: [...Object.keys(options), ...common.options],
    values: { ...values, ...common.values },
  }));
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

const SCRIPTS: Readonly<Record<Shell, Script>> = {
  bash: (program, completed) => `# ${program} completion bash >> ~/.bashrc
_${functionOf(program)}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${completed.commands.map(({ name }) => name).join(' ')}'
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${offersOf(completed)
  .map(([before, offered]) => `      '${before}') words='${offered.join(' ')}' ;;`)
  .join('\n')}
    esac
    if [ -z "$words" ] && [[ "$cur" == -* ]]; then
      case "\${COMP_WORDS[1]}" in
${completed.commands.map(({ name, options }) => `        ${name}) words='${dashed(options).join(' ')}' ;;`).join('\n')}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${functionOf(program)} ${program}
`,
  zsh: (program, completed) => `#compdef ${program}
# ${program} completion zsh > "\${fpath[1]}/_${program}"
_${functionOf(program)}() {
  local -a commands options
  if (( CURRENT == 2 )); then
    commands=(
${completed.commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
    _files
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${offersOf(completed)
  .map(([before, offered]) => `    '${before}') compadd -- ${offered.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case "\${words[2]}" in
${completed.commands.map(({ name, options }) => `    ${name}) options=(${dashed(options).join(' ')}) ;;`).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options; else _files; fi
}
if [ "$funcstack[1]" = "_${program}" ]; then _${functionOf(program)} "$@"; else compdef _${functionOf(program)} ${program}; fi
`,
  fish: (program, { commands, words }) => `# ${program} completion fish > ~/.config/fish/completions/${program}.fish
${commands
  .flatMap(({ name, summary, options, values }) => {
    const within = `complete -c ${program} -n '__fish_seen_subcommand_from ${name}'`;
    const offered = own(words, name);
    return [
      `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...options.map((option) => `${within} -l ${option}${own(values, option) ? ` -x -a '${own(values, option)?.join(' ')}'` : ''}`),
      ...(offered ? [`${within} -x -a '${offered.join(' ')}'`] : []),
    ];
  })
  .join('\n')}
`,
  powershell: (program, completed) => `# ${program} completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${completed.commands.map(({ name, options }) => `    '${name}' = @(${dashed(options).map(quotedForPowerShell).join(', ')})`).join('\n')}
  }
  $values = @{
${offersOf(completed)
  .map(([before, offered]) => `    '${before}' = @(${offered.map(quotedForPowerShell).join(', ')})`)
  .join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $words.Count -eq 1 -or ($words.Count -eq 2 -and $wordToComplete -ne '')
  $before = if ($wordToComplete -eq '') { $words[-1] } else { $words[-2] }
  $offered = $values["$($words[1]) $before"]
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

function dashed(options: readonly string[]): readonly string[] {
  return options.map((option) => `--${option}`);
}

/** As a word of bash, zsh and fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "'\\''")}'`;
}

function quotedForPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
