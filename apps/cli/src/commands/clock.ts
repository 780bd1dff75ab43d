import { type Command, Option } from 'commander';
import type { AdvanceOptions, SettableMode } from '../clock/clock.command.js';
import { durationOf } from '../clock/duration.js';
import type { Context } from '../context.js';
import { examples, optionsOf } from '../options.js';

const modes: readonly (readonly [command: string, mode: SettableMode, about: string])[] = [
  ['freeze', 'frozen', "Stop the account's clock"],
  ['run', 'running', "Let the account's clock go on from where it stands"],
  ['real', 'real', "Bring the account's clock back to the system's time"],
];

const goals = ['same-day-cut-off', 'wire-cut-off', 'standard-cut-off', 'banking-day', 'due'];

/** Commands for the account's own clock, which is there in the sandbox. */
export function addClock(program: Command, context: Context): void {
  const clock = program
    .command('clock')
    .description("Print the time of the account's clock, and what is due next")
    .addHelpText('after', examples('halyard clock', 'halyard clock freeze', 'halyard clock advance 60d'))
    .action(async () => {
      const { showClock } = await import('../clock/clock.command.js');
      await showClock(context, optionsOf(clock));
    });

  for (const [name, mode, about] of modes) {
    clock
      .command(name)
      .description(about)
      .addHelpText('after', examples(`halyard clock ${name}`))
      .action(async (_: unknown, command: Command) => {
        const { setMode } = await import('../clock/clock.command.js');
        await setMode(context, mode, optionsOf(command));
      });
  }

  clock
    .command('advance')
    .description('Advance the clock, wait for the end, and print what happened')
    .argument('[duration]', 'how far, like 60d, 3h, 90m or P60D', durationOf)
    .addOption(new Option('--to <time>', 'to this moment'))
    .addOption(new Option('--to-next <what>', 'to the next cut-off, banking day or due thing').choices(goals))
    .option('--wait-for-webhooks', 'leave no moment before webhooks have told of it')
    .addHelpText(
      'after',
      examples(
        'halyard clock advance 60d',
        'halyard clock advance --to 2027-01-04T15:00:00Z',
        'halyard clock advance --to-next standard-cut-off --wait-for-webhooks',
      ),
    )
    .action(async (by: string | undefined, _: unknown, command: Command) => {
      const { advanceClock } = await import('../clock/clock.command.js');
      await advanceClock(context, by, optionsOf<AdvanceOptions>(command));
    });
}
