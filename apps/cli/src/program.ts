import { readFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { completionFor, type Shell, shells } from './completion/completion.js';
import type { CommonOptions, Context } from './context.js';
import { resend, type ResendOptions } from './events/resend.command.js';
import { tail, type TailOptions } from './events/tail.command.js';
import { listen, type ListenOptions } from './listen/listen.command.js';
import { getStatement, type StatementOptions } from './statement/statement.command.js';
import { refuse, trigger, triggerTopics, untriggeredTopics } from './trigger/trigger.command.js';

const url = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http or https URL.');
};
const position = (text: string): string => {
  if (/^\d{1,18}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the position of an event.');
};
const count = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above zero.');
};
const secretText = (text: string): string => {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
};
const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const topics = () => new Option('--topic <topic>', 'only this topic; repeat the option for more').argParser(collect);
const countOf = () => new Option('--count <n>', 'stop after this many events').argParser(count);
const secret = () =>
  new Option('--secret <secret>', 'secret that signs forwarded events, from now on (HALYARD_WEBHOOK_SECRET)').argParser(
    secretText,
  );
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

/** Global options may come before or after the command. */
const optionsOf = <Options extends CommonOptions>(command: Command): Options => command.optsWithGlobals<Options>();

/** Declares the commands, their options and their help. */
export function programOf(context: Context): Command {
  const program = new Command('halyard')
    .description('Listens to, forwards and triggers events of a Halyard suite.')
    .version(version, '--version', 'print the version')
    .option('--profile <name>', 'profile in ~/.config/halyard/profiles; .data/demo.json by default')
    .option('--connection <file>', 'a file like .data/demo.json')
    .option('--json', 'print JSON, one object per line')
    .showHelpAfterError('(see halyard --help)')
    .addHelpText(
      'after',
      examples('halyard listen --forward-to http://localhost:3000/webhooks', 'halyard trigger customer_created'),
    )
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.');

  program
    .command('listen')
    .description('print events as they happen, forward them signed, and continue where it stopped')
    .addOption(new Option('--forward-to <url>', 'URL that events are sent to, like webhooks').argParser(url))
    .addOption(secret())
    .addOption(topics())
    .option('--cursor <file>', 'file that stores the position')
    .option('--from-now', 'skip what happened since the stored position')
    .addOption(countOf())
    .addHelpText(
      'after',
      examples(
        'halyard listen',
        'halyard listen --forward-to http://localhost:3000/webhooks --topic customer_transfer_completed',
      ),
    )
    .action((_: unknown, command: Command) => listen(context, optionsOf<ListenOptions>(command)));

  const events = program.command('events').description('work with events of the account');
  events
    .command('tail')
    .description('print events as they happen')
    .addOption(topics())
    .addOption(new Option('--after <position>', 'start after this position').argParser(position))
    .addOption(countOf())
    .addHelpText('after', examples('halyard events tail', 'halyard events tail --after 0 --json | jq .topic'))
    .action((_: unknown, command: Command) => tail(context, optionsOf<TailOptions>(command)));
  events
    .command('resend')
    .description('forward events once more')
    .argument('<id...>', 'ids of events')
    .addOption(new Option('--forward-to <url>', 'URL that they are sent to').argParser(url).makeOptionMandatory())
    .addOption(secret())
    .addHelpText('after', examples('halyard events resend 0195b3a0-… --forward-to http://localhost:3000/webhooks'))
    .action((ids: string[], _: unknown, command: Command) => resend(context, ids, optionsOf<ResendOptions>(command)));

  program
    .command('statement')
    .description('work with statements of balances')
    .command('get')
    .description('print what was posted to a balance in a period, as JSON or CSV')
    .argument('<id>', 'id of the funding source of the balance')
    .option('--from <moment>', 'first moment of the period; the creation of the balance by default')
    .option('--to <moment>', 'moment before which the period ends; now by default')
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      examples('halyard statement get 0195b3a0-… --from 2026-01-01T00:00:00Z --csv > statement.csv'),
    )
    .action((id: string, _: unknown, command: Command) =>
      getStatement(context, id, optionsOf<StatementOptions>(command)),
    );

  const triggers = program
    .command('trigger')
    .description('cause an event in the sandbox, through the API')
    .usage('<topic>')
    .addHelpText('after', examples('halyard trigger customer_transfer_completed'));
  for (const topic of triggerTopics) {
    triggers.command(topic).action((_: unknown, command: Command) => trigger(context, topic, optionsOf(command)));
  }
  // Each says why it can't be triggered; completion and help leave it out.
  for (const topic of untriggeredTopics) triggers.command(topic, { hidden: true }).action(() => refuse(topic));

  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices([...shells]))
    .addHelpText('after', examples('source <(halyard completion bash)'))
    .action((shell: Shell) => context.print(completionFor(shell, program)));

  return program;
}
