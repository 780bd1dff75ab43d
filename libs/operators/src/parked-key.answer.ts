import { type ConsumingService, ref, type ResourceAnswer } from '@halyard/contracts';
import type { HeldKey, KeyOfConsumer } from '@halyard/messaging';
import type { SkippedMessage } from '@halyard/messaging';
import { linksOf, messageOf } from './message.answer.js';

/** `waiting`: for a missing event. `retrying`: retried automatically. `parked`: waits for an operator. */
const stateOf = ({ retryAt, missing }: HeldKey) => {
  if (missing !== undefined) return 'waiting';
  return retryAt ? 'retrying' : 'parked';
};

/** Times are of the system's clock. */
export function parkedKeyAnswer(service: ConsumingService, held: HeldKey): ResourceAnswer<'parked-key'> {
  const { id, consumer, topic, key, cause, attempts, waiting } = held;
  return {
    type: 'resource',
    kind: 'parked-key',
    id,
    service,
    attributes: {
      consumer,
      topic,
      key,
      state: stateOf(held),
      cause,
      attempts,
      since: held.heldAt.toISOString(),
      lastAttempt: held.failedAt.toISOString(),
      nextAttempt: held.retryAt?.toISOString(),
      waiting,
      waitsFor: held.missing,
      message: messageOf(held.first),
    },
    links: {
      ...linksOf(held.first),
      replay: ref('parked-key-replay', id, service),
      skip: ref('parked-key-skip', id, service),
    },
  };
}

export type SkippedNow = KeyOfConsumer & Pick<SkippedMessage, 'sequence' | 'reason'>;

/** The result of a skip, which is that of a replay from the message after the skipped one. */
export function skipAnswer(
  service: ConsumingService,
  id: string,
  { sequence, reason, ...key }: SkippedNow,
  held: HeldKey | undefined,
): ResourceAnswer<'parked-key-skip'> {
  const { attributes, ...answer } = replayAnswer(service, id, key, held);
  return { ...answer, kind: 'parked-key-skip', attributes: { ...attributes, sequence, reason } };
}

/** The result of a replay: `done`, or the state in which the key is held again, with the cause. */
export function replayAnswer(
  service: ConsumingService,
  id: string,
  { consumer, topic, key }: KeyOfConsumer,
  held: HeldKey | undefined,
): ResourceAnswer<'parked-key-replay'> {
  return {
    type: 'resource',
    kind: 'parked-key-replay',
    id,
    service,
    attributes: {
      outcome: held ? stateOf(held) : 'done',
      consumer,
      topic,
      key,
      cause: held?.cause,
      attempts: held?.attempts,
      nextAttempt: held?.retryAt?.toISOString(),
      waiting: held?.waiting ?? 0,
      waitsFor: held?.missing,
    },
    links: { 'parked-key': held && ref('parked-key', held.id, service) },
  };
}
