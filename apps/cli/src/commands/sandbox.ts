import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { wrongUsage } from '../exit-codes.js';
import type { SimulateOptions } from '../simulate/simulate.command.js';
import type { TriggerOptions } from '../trigger/trigger.command.js';
import { collect, dollars, examples, optionsOf } from '../options.js';

export function addSandbox(program: Command, context: Context): void {
  const simulate = program
    .command('simulate')
    .description('Have the simulated banks do what is pending, or return a transfer')
    .option('--transfer <id>', 'only this transfer')
    .option('--return <code>', 'return it with this code, like R01')
    .option('--late', 'return it after it has settled')
    .addHelpText('after', examples('halyard simulate', 'halyard simulate --transfer 0195b3a0-… --return R01 --late'));
  simulate.action(async () => {
    const { simulate: run } = await import('../simulate/simulate.command.js');
    await run(context, optionsOf<SimulateOptions>(simulate));
  });

  const trigger = program
    .command('trigger')
    .description('Cause an event in the sandbox, through the API')
    .argument('[topic]', 'topic of the event')
    .option('--list', 'print every topic, and what causes it')
    .option('--customer <id>', 'an existing customer')
    .option('--source <id>', 'an existing funding source')
    .addOption(new Option('--amount <dollars>', 'amount of the transfer').argParser(dollars))
    .addOption(
      new Option(
        '--set <name=value>',
        'set a field of what is sent, like customer.firstName=Ada; repeat the option for more',
      ).argParser(collect),
    )
    .addHelpText(
      'after',
      examples('halyard trigger --list', 'halyard trigger customer_transfer_completed --amount 12.50'),
    );
  trigger.action(async (topic: string | undefined) => {
    const options = optionsOf<TriggerOptions>(trigger);
    const { listTopics, trigger: cause } = await import('../trigger/trigger.command.js');
    if (options.list) listTopics(context, options);
    else if (topic === undefined) throw wrongUsage('say which topic: halyard trigger --list');
    else await cause(context, topic, options);
  });
}
