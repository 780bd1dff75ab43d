import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import type { ResendOptions } from '../events/resend.command.js';
import type { TailOptions } from '../events/tail.command.js';
import { destination, header, type ListenOptions, since } from '../listen/listen-options.js';
import { collect, count, examples, optionsOf, position, secretText, url } from '../options.js';

const topics = () => new Option('--topic <topic>', 'only this topic; repeat the option for more').argParser(collect);
const countOf = () => new Option('--count <n>', 'stop after this many events').argParser(count);
const secret = () =>
  new Option('--secret <secret>', 'secret that signs forwarded events, from now on (HALYARD_WEBHOOK_SECRET)').argParser(
    secretText,
  );

export function addEvents(program: Command, context: Context): void {
  program
    .command('listen')
    .description('Print events as they happen from now on, and forward them signed')
    .addOption(
      new Option(
        '--forward-to <[topic=]url>',
        'send events to this URL, like webhooks; repeat the option for more',
      ).argParser(destination),
    )
    .addOption(
      new Option(
        '--header <name:value>',
        'send this header field with each event; repeat the option for more',
      ).argParser(header),
    )
    .addOption(secret())
    .addOption(topics())
    .addOption(
      new Option('--since <time|event-id>', 'begin with what happened since a time, or after an event')
        .argParser(since)
        .conflicts(['resume', 'fromNow']),
    )
    .addOption(new Option('--resume', 'begin where the former run ended').conflicts('fromNow'))
    .option('--from-now', 'begin with what happens from now on, which is the default')
    .option('--cursor <file>', 'store the position in this file, and begin where the file says')
    .addOption(countOf())
    .addHelpText(
      'after',
      examples(
        'halyard listen',
        'halyard listen --since 2026-01-31T12:00:00Z',
        'halyard listen --resume --forward-to http://localhost:3000/webhooks',
        'halyard listen --forward-to http://localhost:3000/webhooks --topic customer_transfer_completed',
        'halyard listen --forward-to transfer_failed=http://localhost:3000/failures --header "X-Team: payments"',
      ),
    )
    .action(async (_: unknown, command: Command) => {
      const { listen } = await import('../listen/listen.command.js');
      await listen(context, optionsOf<ListenOptions>(command));
    });

  const events = program.command('events').description('Work with events of the account');
  events
    .command('tail')
    .description('Print events as they happen')
    .addOption(topics())
    .addOption(new Option('--after <position>', 'start after this position').argParser(position))
    .addOption(countOf())
    .addHelpText('after', examples('halyard events tail', 'halyard events tail --after 0 --json'))
    .action(async (_: unknown, command: Command) => {
      const { tail } = await import('../events/tail.command.js');
      await tail(context, optionsOf<TailOptions>(command));
    });
  events
    .command('resend')
    .description('Forward events once more')
    .argument('<id...>', 'ids of events')
    .addOption(
      new Option(
        '--forward-to <url>',
        'where they are sent to; by default where a running halyard listen does',
      ).argParser(url),
    )
    .addOption(secret())
    .addHelpText('after', examples('halyard events resend 0195b3a0-… --forward-to http://localhost:3000/webhooks'))
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { resend } = await import('../events/resend.command.js');
      await resend(context, ids, optionsOf<ResendOptions>(command));
    });
}
