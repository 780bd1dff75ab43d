import type { Command, Option } from 'commander';

/** The typed part of a command line, and the word that is being typed. */
export interface TypedLine {
  readonly path: readonly string[];
  readonly command: Command;
  readonly operands: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** The option whose value is being typed. */
  readonly valueOf: Option | undefined;
  readonly current: string;
}

/** Words as a shell splits them: quotes keep text together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"?|'[^']*'?|\\.|[^\s"'\\])+/g)].map(([word]) => word.replaceAll(/["'\\]/g, ''));

/** Options of a command and of its parents. */
export const optionsAt = (command: Command): readonly Option[] => [
  ...command.options,
  ...(command.parent ? optionsAt(command.parent) : []),
];

/** Reads a line up to the cursor; the first word is the program's. */
export function typedOf(program: Command, line: string): TypedLine {
  const words = wordsOf(line).slice(1);
  const current = /\s$/.test(line) ? '' : (words.pop() ?? '');
  let command = program;
  let valueOf: Option | undefined;
  const [path, operands]: [string[], string[]] = [[], []];
  const options = new Map<string, string>();
  for (const word of words) {
    if (valueOf) {
      options.set(valueOf.attributeName(), word);
      valueOf = undefined;
    } else if (word.startsWith('-')) {
      const option = optionsAt(command).find(({ long, short }) => word === long || word === short);
      if (option?.required) valueOf = option;
    } else {
      const child =
        operands.length > 0
          ? undefined
          : command.commands.find((each) => each.name() === word || each.aliases().includes(word));
      if (child) path.push(child.name());
      else operands.push(word);
      command = child ?? command;
    }
  }
  return { path, command, operands, options, valueOf, current };
}
