import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.js';
import type { OpenOptions } from '../open/open.command.js';
import type { ShowOptions } from '../output/print.js';
import type { RequestGetOptions } from '../requests/get.command.js';
import type { RequestsTailOptions } from '../requests/tail.command.js';
import type { TimelineOptions } from '../timeline/timeline.command.js';
import type { ExpectedAttribute, WaitOptions } from '../wait/wait.command.js';
import { collect, count, examples, fieldsOption, optionsOf } from '../options.js';

function expected(text: string, before: readonly ExpectedAttribute[] = []): readonly ExpectedAttribute[] {
  const [, name, value] = /^([\w.-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be name=value.');
  return [...before, { name, value }];
}

export function addSee(program: Command, context: Context): void {
  addRequests(program, context);
  addTimelines(program, context);
  addHealth(program, context);

  program
    .command('webhooks')
    .description('Work with webhooks')
    .command('attempts')
    .description('Print each attempt to deliver a webhook')
    .argument('<id>', 'id or address')
    .addHelpText('after', examples('halyard webhooks attempts 0195b3a0-…'))
    .action(async (id: string, _: unknown, command: Command) => {
      const { printAttempts } = await import('../webhooks/attempts.command.js');
      await printAttempts(context, id, optionsOf(command));
    });

  program
    .command('wait')
    .description(
      'Wait until nothing of the account is under way, or until an attribute of a resource has a value, 20 seconds or --timeout',
    )
    .argument('[path-or-id]', 'path, address or id of a resource')
    .addOption(
      new Option(
        '--until <name=value>',
        'the value of the resource to wait for; repeat the option to wait for any of several',
      ).argParser(expected),
    )
    .addOption(fieldsOption())
    .addHelpText(
      'after',
      examples('halyard wait', 'halyard wait 0195b3a0-… --until status=processed --until status=failed --timeout 1m'),
    )
    .action(async (place: string | undefined, _: unknown, command: Command) => {
      const { wait } = await import('../wait/wait.command.js');
      await wait(context, place, optionsOf<WaitOptions>(command));
    });

  program
    .command('open')
    .description('Open the page of a resource in the console')
    .argument('<path-or-id>', 'path, address or id')
    .option('--print', 'only print its address')
    .addHelpText('after', examples('halyard open 0195b3a0-… --print', 'halyard open /customers'))
    .action(async (place: string, _: unknown, command: Command) => {
      const { open } = await import('../open/open.command.js');
      await open(context, place, optionsOf<OpenOptions>(command));
    });
}

function addRequests(program: Command, context: Context): void {
  const requests = program.command('requests').description('Work with the log of requests');
  requests
    .command('tail')
    .description('Print requests as they are answered')
    .addOption(
      new Option('--by <whom>', 'requests of applications, or of persons who use the console or the command line')
        .choices(['application', 'person', 'all'])
        .default('application'),
    )
    .addOption(new Option('--status <class>', 'only 4xx, or a status; repeat the option for more').argParser(collect))
    .addOption(new Option('--method <method>', 'only this method; repeat the option for more').argParser(collect))
    .addOption(new Option('--count <n>', 'stop after this many requests').argParser(count))
    .addHelpText('after', examples('halyard requests tail', 'halyard requests tail --status 4xx --status 5xx --json'))
    .action(async (_: unknown, command: Command) => {
      const { tailRequests } = await import('../requests/tail.command.js');
      await tailRequests(context, optionsOf<RequestsTailOptions>(command));
    });
  requests
    .command('get')
    .description('Print a request with what was sent and answered')
    .argument('<id>', 'id or address')
    .option('--curl', 'print a command that sends it again')
    .addOption(fieldsOption())
    .addHelpText('after', examples('halyard requests get 0195b3a0-…', 'halyard requests get 0195b3a0-… --curl'))
    .action(async (id: string, _: unknown, command: Command) => {
      const { getRequest } = await import('../requests/get.command.js');
      await getRequest(context, id, optionsOf<RequestGetOptions>(command));
    });
}

function addTimelines(program: Command, context: Context): void {
  for (const noun of ['payments', 'transfers']) {
    program
      .command(noun)
      .description(`Work with ${noun}`)
      .command('timeline')
      .description('Print all that happened to a payment: a tree, with --json an entry a line')
      .argument('<id>', 'id or address')
      .option('--follow', 'go on with what happens')
      .addHelpText('after', examples(`halyard ${noun} timeline 0195b3a0-…`))
      .action(async (id: string, _: unknown, command: Command) => {
        const { timeline } = await import('../timeline/timeline.command.js');
        await timeline(context, `/${noun}/{id}/timeline`, id, optionsOf<TimelineOptions>(command));
      });
  }
}

function addHealth(program: Command, context: Context): void {
  program
    .command('operations')
    .description('Work as an operator of the suite')
    .command('health')
    .description('Print what is wrong with the installation now')
    .addOption(fieldsOption())
    .addHelpText('after', examples('halyard operations health', 'halyard operations health --json'))
    .action(async (_: unknown, command: Command) => {
      const { printHealth } = await import('../health/health.command.js');
      await printHealth(context, optionsOf<ShowOptions>(command));
    });
}
