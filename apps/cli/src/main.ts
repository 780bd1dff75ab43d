import { CommanderError } from 'commander';
import type { Context } from './context.js';
import { exits, CommandFailure } from './failure.js';
import { programOf } from './program.js';

/**
 * Runs a command line.
 *
 * @param argv as of the process
 * @returns the exit code
 */
export async function run(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const context: Context = {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
  // The reader of the output may close it early.
  process.stdout.on('error', () => stop.abort());
  return runWith(argv, context);
}

/** Runs a command line in a given environment. */
export async function runWith(argv: readonly string[], context: Context): Promise<number> {
  const program = programOf(context);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.note(text.trimEnd()),
    });
  }
  try {
    await program.parseAsync(argv);
    return context.signal.aborted ? exits.interrupted : exits.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage;
    if (context.signal.aborted) return exits.interrupted;
    context.note(`halyard: ${error instanceof CommandFailure ? error.message : String(error)}`);
    return error instanceof CommandFailure ? error.exitCode : exits.failed;
  }
}
