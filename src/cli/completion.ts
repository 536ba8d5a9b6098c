import type { Command } from './command.ts';

/** The shells whose completion can be printed. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Names of its options, without dashes. */
  readonly options: readonly string[];
}

/** Commands for completion. @param common names of the options that every command takes */
export function completedCommands(
  commands: Iterable<readonly [string, Pick<Command, 'summary' | 'options'>]>,
  common: readonly string[],
): readonly CompletedCommand[] {
  return [...commands].map(([name, { summary, options }]) => ({ name, summary, options: [...Object.keys(options), ...common] }));
}

/**
 * A script that completes commands, their options, and files elsewhere. It runs nothing of the program.
 * @param program its name, which is a plain word
 */
export function completionScript(shell: Shell, program: string, commands: readonly CompletedCommand[]): string {
  return SCRIPTS[shell](program, commands);
}

type Script = (program: string, commands: readonly CompletedCommand[]) => string;

const SCRIPTS: Readonly<Record<Shell, Script>> = {
  bash: (program, commands) => `# ${program} completion bash >> ~/.bashrc
_${functionOf(program)}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [[ "$cur" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `      ${name}) words='${dashed(options).join(' ')}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${functionOf(program)} ${program}
`,
  zsh: (program, commands) => `#compdef ${program}
# ${program} completion zsh > "\${fpath[1]}/_${program}"
_${functionOf(program)}() {
  local -a commands options
  if (( CURRENT == 2 )); then
    commands=(
${commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
    _files
    return
  fi
  case "\${words[2]}" in
${commands.map(({ name, options }) => `    ${name}) options=(${dashed(options).join(' ')}) ;;`).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options; else _files; fi
}
if [ "$funcstack[1]" = "_${program}" ]; then _${functionOf(program)} "$@"; else compdef _${functionOf(program)} ${program}; fi
`,
  fish: (program, commands) => `# ${program} completion fish > ~/.config/fish/completions/${program}.fish
${commands
  .flatMap(({ name, summary, options }) => [
    `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...options.map((option) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${option}`),
  ])
  .join('\n')}
`,
  powershell: (program, commands) => `# ${program} completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${commands.map(({ name, options }) => `    '${name}' = @(${dashed(options).map(quotedForPowerShell).join(', ')})`).join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $words.Count -eq 1 -or ($words.Count -eq 2 -and $wordToComplete -ne '')
  $known = if ($isFirst) { $options.Keys | Sort-Object } elseif ($wordToComplete -like '-*') { $options[$words[1]] } else { @() }
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
