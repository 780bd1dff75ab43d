import { ref, type ResourceAnswer } from '@halyard/contracts';
import { isDone, type Replay } from './replay.entity.js';

export const replayAnswer = (replay: Replay): ResourceAnswer<'replay'> => ({
  type: 'resource',
  kind: 'replay',
  id: replay.id,
  attributes: {
    id: replay.id,
    status: isDone(replay) ? 'done' : 'running',
    created: replay.createdAt.toISOString(),
    fromSequence: replay.fromSequence,
    toSequence: replay.toSequence,
    queuedTo: replay.queued,
    events: replay.events,
    url: replay.url ?? undefined,
  },
  links: { subscription: ref('webhook-subscription', replay.subscriptionId) },
});
