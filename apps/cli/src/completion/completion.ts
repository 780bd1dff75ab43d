import type { Shell } from './shells.js';

/**
 * The shell asks the command line, which asks the API for ids and fields. Bash splits words at `=` and `:`, so it gets
 * only the part after them.
 */
const bash = `_halyard() {
  local IFS=$'\\n' typed="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}" last
  last="\${typed##* }"
  [[ "$current" == [=:] ]] && current=''
  COMPREPLY=($(halyard complete -- "$typed" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"\${last%"$current"}"}")
  if [[ "\${COMPREPLY[0]}" == *= ]] && type compopt >/dev/null 2>&1; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _halyard halyard`;

const zsh = `#compdef halyard
_halyard() {
  local -a found
  found=(\${(f)"$(halyard complete -- "\${(j: :)words[1,CURRENT]}" 2>/dev/null)"})
  compadd -S '' -- \${(M)found:#*=}
  compadd -- \${found:#*=}
}
if [[ "\${funcstack[1]}" == _halyard ]]; then _halyard; else compdef _halyard halyard; fi`;

const fish = `complete -c halyard -f -a '(halyard complete -- (commandline -cp) 2>/dev/null)'`;

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };

export const completionFor = (shell: Shell): string => scripts[shell];
