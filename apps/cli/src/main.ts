import { addAbortSignal } from 'node:stream';
import { CommanderError } from 'commander';
import { commandName } from './command-name.js';
import type { Context } from './context.js';
import { CommandFailure, describe, exits } from './exit-codes.js';
import type { Noun } from './nouns/noun.js';
import { nouns as allNouns } from './nouns/table.js';
import { harmless, jsonText } from './output/terminal-text.js';
import { programOf } from './program.js';
import { terminalAsk } from './terminal.js';

/** @param argv as of the process @returns the exit code */
export async function run(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const { stdin, stdout, stderr } = process;
  const context: Context = {
    env: process.env,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    readInput: async () => (await import('node:stream/consumers')).text(addAbortSignal(stop.signal, stdin)),
    ...(stdout.isTTY && stdout.columns > 0 && { columns: stdout.columns }),
    ...(stdin.isTTY && stderr.isTTY && { ask: terminalAsk(stop.signal) }),
    signal: stop.signal,
  };
  let lost: NodeJS.ErrnoException | undefined;
  stdout.on('error', (error) => {
    lost ??= error;
    stop.abort();
  });
  stderr.on('error', () => undefined);
  const code = await runWith(argv, context);
  // Waits until the last lines are written, since that may fail.
  await new Promise((written) => stdout.write('', written));
  // The reader of the output may close it early.
  if (lost === undefined || lost.code === 'EPIPE') return code;
  return failed(context, argv, new CommandFailure(`the output can't be written: ${lost.message}`));
}

function failed(context: Context, argv: readonly string[], reason: unknown): number {
  const { exitCode, text, error } = describe(reason, commandName(context.env));
  context.note(argv.includes('--json') ? jsonText({ error }) : `halyard: ${text}`);
  return exitCode;
}

/** Text that others wrote must not act on the terminal that shows it. */
const withHarmlessOutput = ({ print, note, ask, ...others }: Context): Context => ({
  ...others,
  print: (line) => print(harmless(line)),
  note: (line) => note(harmless(line)),
  ...(ask && { ask: (question, options) => ask(harmless(question), options) }),
});

export async function runWith(
  argv: readonly string[],
  environment: Context,
  nouns: readonly Noun[] = allNouns,
): Promise<number> {
  const context = withHarmlessOutput(environment);
  const program = programOf(context, nouns, argv);
  try {
    await program.parseAsync(argv);
    return context.signal.aborted ? exits.interrupted : exits.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exits.done;
      const message = error.message.replace(/^error: /, '');
      if (argv.includes('--json')) context.note(jsonText({ error: { code: 'WrongUsage', message } }));
      return exits.usage;
    }
    if (context.signal.aborted) return exits.interrupted;
    return failed(context, argv, error);
  }
}
