import { withApi, type CommonOptions, type Context } from '../context.js';
import { exits, CommandFailure } from '../failure.js';
import { scenarios, untriggered } from './scenarios.js';

export { untriggered };
export const triggerTopics: readonly string[] = Object.keys(scenarios);
export const untriggeredTopics: readonly string[] = Object.keys(untriggered);

/** @throws CommandFailure that says why a topic can't be triggered, and which can */
export function refuse(topic: string): never {
  throw new CommandFailure(
    `${topic} can't be triggered: it ${untriggered[topic]}. These topics can:\n  ${triggerTopics.join('\n  ')}`,
    exits.usage,
  );
}

/** Causes an event of a topic through the public API. */
export async function trigger(context: Context, topic: string, options: CommonOptions): Promise<void> {
  const scenario = scenarios[topic];
  if (!scenario) throw new Error(`no scenario causes ${topic}`);
  await withApi(context, options, async (api) => {
    const resource = await scenario(api);
    context.print(options.json ? JSON.stringify({ topic, resource }) : `${topic}  ${resource}`);
  });
}
