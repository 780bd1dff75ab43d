import { Rounds, type Worker } from '@halyard/background';
import { ServerUnusable, TimerScheduler } from '@halyard/core';
import type { Log } from '@halyard/observability';
import type { KafkaCluster } from './kafka-cluster.js';
import { type KafkaSettings, newestEpoch } from './kafka-settings.js';

/** How often a process looks whether a later epoch has topics. */
const WATCH_MS = 10_000;

/** A later epoch of the installation has begun on the same brokers. The message says what to do. */
export class TopicsOfLaterEpoch extends ServerUnusable {}

/** The error if a later epoch has topics. */
export function laterEpochIn(
  settings: Pick<KafkaSettings, 'topicPrefix'>,
  topics: readonly string[],
  epoch: number,
): TopicsOfLaterEpoch | undefined {
  const newest = newestEpoch(settings, topics);
  if (newest <= epoch) return undefined;
  return new TopicsOfLaterEpoch(
    `Epoch ${newest} of this installation has topics on these brokers, because a backup was restored, and this ` +
      `database is of epoch ${epoch}. If the restored copy is to serve, leave this one stopped. If this database ` +
      'is to serve, stop the copy, and run: npm run after-restore',
  );
}

interface EpochWatchOptions {
  readonly cluster: Pick<KafkaCluster, 'topics'>;
  readonly settings: Pick<KafkaSettings, 'topicPrefix'>;
  readonly epoch: number;
  readonly onEpochOver: (error: TopicsOfLaterEpoch) => void;
  readonly log: Log;
  readonly everyMs?: number;
}

/** Watches the brokers for topics of a later epoch. Once there are some, it looks no more. */
export function watchEpoch(options: EpochWatchOptions): Worker {
  const { cluster, settings, epoch, onEpochOver, log, everyMs = WATCH_MS } = options;
  const stopping = new AbortController();
  const rounds = new Rounds({
    round: async () => {
      const later = laterEpochIn(settings, await cluster.topics(), epoch);
      if (!later) return everyMs;
      stopping.abort();
      onEpochOver(later);
      return undefined;
    },
    onFailure: (err, failures) => log.warn({ err, failures }, 'the brokers could not be asked for later epochs'),
    scheduler: new TimerScheduler(),
  });
  const stopped = rounds.run(stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}
