import { withApi, type CommonOptions, type Context } from '../context.js';
import { exits, Failure } from '../failure.js';
import { scenarios, untriggered } from './scenarios.js';

export const triggerTopics: readonly string[] = Object.keys(scenarios);

/** Causes an event of a topic through the public API. */
export async function trigger(context: Context, topic: string, options: CommonOptions): Promise<void> {
  const scenario = Object.hasOwn(scenarios, topic) ? scenarios[topic] : undefined;
  if (!scenario) {
    const why = Object.hasOwn(untriggered, topic) ? ` It ${untriggered[topic]}.` : '';
    throw new Failure(
      `${topic} can't be triggered.${why} These topics can:\n  ${triggerTopics.join('\n  ')}`,
      exits.usage,
    );
  }
  await withApi(context, options, async (api) => {
    const resource = await scenario(api);
    context.print(options.json ? JSON.stringify({ topic, resource }) : `${topic}  ${resource}`);
  });
}
