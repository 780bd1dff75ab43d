import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { completionFor, type Shell, shells } from './completion/completion.js';
import type { CommonOptions, Context } from './context.js';
import { resend, type ResendOptions } from './events/resend.command.js';
import { tail, type TailOptions } from './events/tail.command.js';
import { listen, type ListenOptions } from './listen/listen.command.js';
import { trigger, triggerTopics } from './trigger/trigger.command.js';

const url = (text: string): string => {
  const parsed = URL.parse(text);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return text;
  throw new InvalidArgumentError('It is no http or https URL.');
};
const position = (text: string): string => {
  if (/^\d{1,18}$/.test(text)) return text;
  throw new InvalidArgumentError('It is no position of an event.');
};
const count = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is no number above zero.');
};
const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const topics = () => new Option('--topic <topic>', 'this topic alone; repeat it for more').argParser(collect);
const countOf = () => new Option('--count <n>', 'end after so many events').argParser(count);
const secret = () => new Option('--secret <secret>', 'signs what is forwarded (HALYARD_WEBHOOK_SECRET)');

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

/** Options of the program itself may stand before or after the command. */
const optionsOf = <Options extends CommonOptions>(command: Command): Options => command.optsWithGlobals<Options>();

/** The command line, as far as it is known before anything is done. */
export function programOf(context: Context): Command {
  const program = new Command('halyard')
    .description('Listens to, forwards and causes events of a Halyard suite.')
    .option('--profile <name>', 'settings of that name in ~/.config/halyard/profiles; else .data/demo.json')
    .option('--connection <file>', 'a file like .data/demo.json')
    .option('--json', 'JSON, a line for each')
    .showHelpAfterError('(halyard --help says more)')
    .addHelpText(
      'after',
      examples('halyard listen --forward-to http://localhost:3000/webhooks', 'halyard trigger customer_created'),
    )
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.');

  program
    .command('listen')
    .description('prints events as they happen, forwards them signed, and goes on where it ended')
    .addOption(new Option('--forward-to <url>', 'where events are sent to, as webhooks are').argParser(url))
    .addOption(secret())
    .addOption(topics())
    .option('--cursor <file>', 'keeps how far it has come')
    .addOption(countOf())
    .addHelpText(
      'after',
      examples(
        'halyard listen',
        'halyard listen --forward-to http://localhost:3000/webhooks --topic customer_transfer_completed',
      ),
    )
    .action((_: unknown, command: Command) => listen(context, optionsOf<ListenOptions>(command)));

  const events = program.command('events').description('events of the account');
  events
    .command('tail')
    .description('prints events as they happen')
    .addOption(topics())
    .addOption(new Option('--after <position>', 'what came behind it first').argParser(position))
    .addOption(countOf())
    .addHelpText('after', examples('halyard events tail', 'halyard events tail --after 0 --json | jq .topic'))
    .action((_: unknown, command: Command) => tail(context, optionsOf<TailOptions>(command)));
  events
    .command('resend')
    .description('forwards events once more')
    .argument('<id...>', 'ids of events')
    .addOption(new Option('--forward-to <url>', 'where they are sent to').argParser(url).makeOptionMandatory())
    .addOption(secret())
    .addHelpText('after', examples('halyard events resend 0195b3a0-… --forward-to http://localhost:3000/webhooks'))
    .action((ids: string[], _: unknown, command: Command) => resend(context, ids, optionsOf<ResendOptions>(command)));

  program
    .command('trigger')
    .description('causes an event in the sandbox, through the API')
    // Of a topic that is none of these it says by itself why not.
    .addArgument(new Argument('<topic>', 'what is to happen').choices(triggerTopics).argParser((topic) => topic))
    .addHelpText('after', examples('halyard trigger customer_transfer_completed'))
    .action((topic: string, _: unknown, command: Command) => trigger(context, topic, optionsOf(command)));

  program
    .command('completion')
    .description('prints what a shell reads to complete these commands')
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .addHelpText('after', examples('source <(npx halyard completion bash)'))
    .action((shell: Shell) => context.print(completionFor(shell, program)));

  return program;
}
