import type { Topic } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import type { Log } from '@halyard/observability';
import type { KeyTail } from '../message-bus.js';

interface SourceQuestionsOptions {
  readonly consumer: string;
  readonly topic: Topic;
  readonly askFor: (topic: Topic, wanted: readonly KeyTail[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * How many keys named by foreign messages we ask for within a span of time. Anyone who can write to the topic can name
 * keys.
 */
const NAMED_MAX = 20;
const NAMED_SPAN_MS = 10_000;

export class SourceQuestions {
  private named = 0;
  private spanEndsAtMs = 0;

  constructor(private readonly options: SourceQuestionsOptions) {}

  /**
   * Asks the source for events, without waiting: they come over the bus, and if they don't, the question is repeated.
   */
  ask(wanted: readonly KeyTail[]): void {
    if (wanted.length === 0) return;
    const { consumer, topic, askFor, log } = this.options;
    const keys = wanted.map(({ key }) => key);
    askFor(topic, wanted).then(
      () => log.info({ consumer, topic, keys }, 'a source is asked for events'),
      (error: unknown) => log.warn({ consumer, topic, keys, err: error }, 'a source could not be asked for events'),
    );
  }

  /** Selects the keys that may be asked for now. @param keys named by foreign messages */
  admit(keys: readonly string[]): readonly string[] {
    const nowMs = this.options.clock.system().getTime();
    if (nowMs >= this.spanEndsAtMs) {
      this.named = 0;
      this.spanEndsAtMs = nowMs + NAMED_SPAN_MS;
    }
    const admitted = keys.slice(0, NAMED_MAX - this.named);
    this.named += admitted.length;
    return admitted;
  }
}
