/** The shortened id that examples show. */
const SHORTENED = '0195b3a0-…';
const ID = '0195b3a0-0000-7000-8000-0000000000e1';

/** Splits a line as a shell does. */
const wordsOf = (line: string): string[] => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));

/**
 * Reads every example in the help of a command line and of all its commands, as arguments: without the part after `>`,
 * and with a whole id, which nothing has, in place of the shortened one.
 * @param helpOf gives the help of the command that the words name
 */
export async function helpExamples(
  program: string,
  helpOf: (path: readonly string[]) => Promise<string>,
): Promise<readonly (readonly string[])[]> {
  const prompt = `  $ ${program} `;
  const found = new Map<string, readonly string[]>();
  const read = async (path: readonly string[]): Promise<void> => {
    const help = await helpOf(path);
    for (const shown of help.split('\n').filter((each) => each.startsWith(prompt))) {
      const [line = ''] = shown.slice(prompt.length).split('>');
      found.set(line, wordsOf(line.replaceAll(SHORTENED, ID)));
    }
    const [, commands = ''] = /^Commands:\n((?: .*\n?)*)/m.exec(help) ?? [];
    for (const [, name = ''] of commands.matchAll(/^ {2}([^\s|]+)/gm)) if (name !== 'help') await read([...path, name]);
  };
  await read([]);
  return [...found.values()];
}
