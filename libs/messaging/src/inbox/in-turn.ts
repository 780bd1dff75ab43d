import type { Topic } from '@halyard/contracts';
import type { DataSource } from 'typeorm';
import { turnOf } from './batch-plan.js';
import type { EventConsumer } from './consumer.js';
import { withConsumerSpan } from './consumer-span.js';
import type { Inbox } from './inbox.js';
import type { SequencedMessage } from './incoming.js';
import { transactSteps } from '@halyard/persistence';

/** One consumer's use of one topic, and the database of its effects and its progress. */
export interface ConsumedTopic {
  readonly consumer: EventConsumer;
  readonly topic: Topic;
  readonly dataSource: DataSource;
}

/**
 * Handles a batch in one exchange if, as usual, all messages are new and in order, and nothing waits before them.
 * Nothing is read for this: the write itself checks it.
 * @returns the number of handled events; undefined in any other case, or if the consumer has no `effectOf`
 * @throws ConnectionLost
 */
export async function deliverInTurn(
  { consumer, topic, dataSource }: ConsumedTopic,
  inbox: Inbox,
  messages: readonly SequencedMessage[],
): Promise<number | undefined> {
  const turn = consumer.effectOf && turnOf(messages);
  const effect = turn && consumer.effectOf?.(turn.events);
  if (!effect) return undefined;
  const { events, moved } = turn;
  const steps = [inbox.moveStep(moved), ...effect.steps];
  const exchange = (): ReturnType<typeof transactSteps> => transactSteps(dataSource, steps);
  const answers = await withConsumerSpan(consumer.name, topic, events, exchange).catch((error: unknown) => {
    effect.onEnd?.(undefined);
    throw error;
  });
  if (!answers) return undefined;
  effect.onEnd?.(answers.slice(1));
  return events.length;
}
