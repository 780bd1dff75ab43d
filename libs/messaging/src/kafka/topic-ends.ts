import type { Topic } from '@halyard/contracts';
import type { PartitionRange } from './kafka-cluster.js';

/** Tells when everything is handled that some topics held at one moment. */
export class TopicEnds {
  readonly reached: Promise<void>;
  /** The offset to reach in each partition that is not there yet. */
  private due: Map<string, number> | undefined;
  private resolve = (): void => undefined;

  constructor(
    private readonly topics: readonly Topic[],
    private readonly rangesOf: (topic: Topic) => Promise<readonly PartitionRange[]>,
  ) {
    this.reached = new Promise((resolve) => (this.resolve = resolve));
  }

  async look(): Promise<void> {
    if (this.due) return;
    const due = new Map<string, number>();
    for (const topic of this.topics) {
      for (const { partition, low, high } of await this.rangesOf(topic)) {
        if (high > low) due.set(placeOf(topic, partition), high);
      }
    }
    this.due = due;
    if (due.size === 0) this.resolve();
  }

  /** Tells that everything in the partition before the offset is handled. */
  reach(topic: Topic, partition: number, offset: number): void {
    const place = placeOf(topic, partition);
    const end = this.due?.get(place);
    if (end === undefined || offset < end) return;
    this.due?.delete(place);
    if (this.due?.size === 0) this.resolve();
  }
}

const placeOf = (topic: Topic, partition: number): string => `${topic} ${partition}`;
