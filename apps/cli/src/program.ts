import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { commandName } from './command-name.js';
import { addClock } from './commands/clock.js';
import { addEvents } from './commands/events.js';
import { commonOptions, examples, optionsOf } from './options.js';
import { addGeneric, addResources } from './commands/resources.js';
import { addSandbox } from './commands/sandbox.js';
import { addSee } from './commands/see.js';
import { addSession } from './commands/session.js';
import { type Shell, shells } from './completion/shells.js';
import type { Context } from './context.js';
import type { Noun } from './nouns/noun.js';
import type { StatementOptions } from './statement/statement.command.js';
import { jsonText } from './output/terminal-text.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Every word of a command line, even of one that is to be completed. */
const wordsOf = (argv: readonly string[]): ReadonlySet<string> =>
  new Set(argv.flatMap((argument) => argument.split(/[\s"'\\]+/)));

const usageOf = (command: string): string => `Usage: ${command} NOUN VERB [ID] [options] (see ${command} --help)`;

export function programOf(context: Context, nouns: readonly Noun[], argv: readonly string[]): Command {
  const isJson = argv.includes('--json');
  const program = commonOptions(
    new Command('halyard')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => context.print(text.trimEnd()),
        writeErr: (text) => isJson || context.note(text.trimEnd()),
      })
      // The help of each command has the options of every command, like --json.
      .configureHelp({ showGlobalOptions: true })
      .description('Everything that the API of a Halyard suite can do, its events, and its sandbox.')
      .version(version, '--version', 'print the version'),
  )
    .showHelpAfterError(usageOf(commandName(context.env)))
    .addHelpText(
      'after',
      examples(
        'halyard whoami',
        'halyard customers create --set firstName=Ada --set lastName=Byron --set email=ada@example.com',
        'halyard transfers list --status pending --all --json',
        'halyard listen --forward-to http://localhost:3000/webhooks',
      ),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by the API, 4 not logged in, 5 not reachable or not in time, 130 interrupted.',
    );
  addSession(program, context);
  addEvents(program, context);
  addSandbox(program, context);
  addClock(program, context);
  addSee(program, context);
  addOthers(program, context, nouns);
  addGeneric(program, context);
  addResources(program, context, nouns, wordsOf(argv));
  return program;
}

function addOthers(program: Command, context: Context, nouns: readonly Noun[]): void {
  const search = program
    .command('search')
    .description('Find resources by id, trace, e-mail, name, correlation id or last four digits')
    .argument('<text>', 'what to find')
    .addHelpText('after', examples('halyard search ada@example.com'));
  search.action(async (text: string) => {
    const { search: find } = await import('./search/search.command.js');
    await find(context, text, optionsOf(search));
  });

  program
    .command('statement')
    .description('Work with statements of balances')
    .command('get')
    .description('Print what was posted to a balance in a period: a table, JSON or CSV')
    .argument('<id>', 'id of the funding source of the balance')
    .option('--from <moment>', 'first moment of the period; the creation of the balance by default')
    .option('--to <moment>', 'moment before which the period ends; now by default')
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      examples('halyard statement get 0195b3a0-… --from 2026-01-01T00:00:00Z --csv > statement.csv'),
    )
    .action(async (id: string, _: unknown, command: Command) => {
      const { getStatement } = await import('./statement/statement.command.js');
      await getStatement(context, id, optionsOf<StatementOptions>(command));
    });

  program
    .command('version')
    .description('Print the version')
    .addHelpText('after', examples('halyard version'))
    .action((_: unknown, command: Command) => context.print(optionsOf(command).json ? jsonText({ version }) : version));

  program
    .command('completion')
    .description('Print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices([...shells]))
    .addHelpText('after', examples('source <(halyard completion bash)'))
    .action(async (shell: Shell, _: unknown, command: Command) => {
      const { completionFor } = await import('./completion/completion.js');
      const script = completionFor(shell);
      context.print(optionsOf(command).json ? jsonText({ script }) : script);
    });

  program
    .command('complete', { hidden: true })
    .description('Print the words that may stand at the end of a line')
    .argument('<line>', 'what is typed')
    .action(async (line: string) => {
      const { complete } = await import('./completion/complete.command.js');
      await complete(context, program, nouns, line);
    });
}
