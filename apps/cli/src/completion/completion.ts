import type { Command } from 'commander';
import type { Shell } from './shells.js';

/** A command, by the words that lead to it, and the words that may follow. */
interface Words {
  readonly path: string;
  readonly next: readonly string[];
}

/** Words that are the arguments of a command, though its parser takes others too. */
export type Arguments = Readonly<Record<string, readonly string[]>>;

/** The words after a command: its subcommands, the choices of its arguments, and its options. */
function wordsOf(command: Command, others: Arguments, path: readonly string[] = []): Words[] {
  const visible = command.createHelp().visibleCommands(command);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const options = command.options.flatMap(({ long }) => long ?? []);
  const known = others[path.join(' ')] ?? [];
  const next = [...visible.map((child) => child.name()), ...choices, ...known, ...options, '--help'];
  return [
    { path: path.join(' '), next },
    ...visible.flatMap((child) => wordsOf(child, others, [...path, child.name()])),
  ];
}

const pathsOf = (words: readonly Words[]): string[] => words.flatMap(({ path }) => (path === '' ? [] : `'${path}'`));

const cases = (words: readonly Words[]): string =>
  words.map(({ path, next }) => `    '${path}') next='${next.join(' ')}' ;;`).join('\n');

/** The words before the cursor that name a command select it; other words are options or their values. */
const bash = (words: readonly Words[]): string => `_halyard() {
  local word path='' next=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${pathsOf(words).join('|')}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _halyard halyard`;

const zsh = (words: readonly Words[]): string => `#compdef halyard
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;

const fish = (words: readonly Words[]): string =>
  [
    'function __halyard_path',
    '  set -l path',
    '  for word in (commandline -opc)[2..]',
    `    contains -- (string trim "$path $word") ${pathsOf(words).join(' ')}; and set path (string trim "$path $word")`,
    '  end',
    '  echo $path',
    'end',
    ...words.map(
      ({ path, next }) => `complete -c halyard -f -n 'test "$(__halyard_path)" = "${path}"' -a '${next.join(' ')}'`,
    ),
  ].join('\n');

const scripts: Readonly<Record<Shell, (words: readonly Words[]) => string>> = { bash, zsh, fish };

/** The script with which a shell completes the commands of a program. */
export const completionFor = (shell: Shell, program: Command, others: Arguments): string =>
  scripts[shell](wordsOf(program, others));
