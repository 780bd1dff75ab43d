import { Rounds, type Worker } from '@halyard/background';
import { TimerScheduler } from '@halyard/core';
import { EpochOver, type EventStore, requireEpoch, type StoredReach } from '@halyard/event-store';
import type { Logger } from '@halyard/observability';

/** How often a process looks whether its epoch is over, and notes how far the streams are. */
export const STREAMS_WATCH_MS = 2_000;

interface StreamsWatchOptions {
  readonly store: EventStore;
  readonly stored: Pick<StoredReach, 'note'>;
  readonly installationId: string;
  readonly epoch: number;
  /** Called once if the process must not go on. */
  readonly onOver: (error: EpochOver) => void;
  readonly logger: Pick<Logger, 'warn'>;
  readonly everyMs?: number;
}

/** Watches the streams while the service serves. Once the epoch is over, it looks no more. */
export function watchStreams(options: StreamsWatchOptions): Worker {
  const { store, stored, installationId, epoch, onOver, logger, everyMs = STREAMS_WATCH_MS } = options;
  const stopping = new AbortController();
  const rounds = new Rounds({
    round: async () => {
      await requireEpoch(store, installationId, epoch);
      await stored.note(await store.head());
      return everyMs;
    },
    onFailure: (err, failures) => {
      if (err instanceof EpochOver) {
        stopping.abort();
        onOver(err);
      } else logger.warn({ err, failures }, 'the streams could not be watched');
    },
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
