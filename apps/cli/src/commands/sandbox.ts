import type { Command } from 'commander';
import type { Context } from '../context.js';
import { triggerTopics, untriggeredTopics } from '../trigger/trigger.command.js';
import { examples, optionsOf } from './options.js';

/** Commands that make things happen in a sandbox. */
export function addSandbox(program: Command, context: Context): void {
  const triggers = program
    .command('trigger')
    .description('Cause an event in the sandbox, through the API')
    .usage('<topic>')
    .addHelpText('after', examples('halyard trigger customer_transfer_completed'));
  for (const topic of triggerTopics) {
    triggers.command(topic).action(async (_: unknown, command: Command) => {
      const { trigger } = await import('../trigger/trigger.command.js');
      await trigger(context, topic, optionsOf(command));
    });
  }
  // Each says why it can't be triggered; completion and help leave it out.
  for (const topic of untriggeredTopics) {
    triggers.command(topic, { hidden: true }).action(async () => {
      const { refuse } = await import('../trigger/trigger.command.js');
      refuse(topic);
    });
  }
}
