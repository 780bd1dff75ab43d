import { spreadOverTurns, turnEnd } from '@halyard/core';

/** How many callers get their outcome in one turn of the event loop. Each takes its next step at once. */
const TOLD_PER_TURN_MAX = 32;

interface WaitingItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions {
  readonly sizeMax: number;
  /**
   * Whether to wait a turn of the event loop between batches, so that callers with an answer can join the next one.
   * This makes fewer batches of writes, but delays reads by a turn.
   */
  readonly gathers: boolean;
}

/**
 * Turns many requests into few statements, which run one after the other. A batch has the requests of one turn of the
 * event loop, or those that came while another batch was running. Work on an item begins after the item was added, so a
 * reader sees everything that was committed before. `work` gets a batch and answers one outcome for each item, in
 * order. If it rejects, all its items are rejected.
 */
export class Batcher<Item, Outcome> {
  private waiting: WaitingItem<Item, Outcome>[] = [];
  private running = false;

  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Outcome[]>,
    private readonly options: BatcherOptions,
  ) {}

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    const { sizeMax, gathers } = this.options;
    this.running = true;
    await turnEnd();
    while (this.waiting.length > 0) {
      await this.finish(this.waiting.splice(0, sizeMax));
      if (gathers) await turnEnd();
    }
    this.running = false;
  }

  private async finish(batch: readonly WaitingItem<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.work(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error('a batch left an item without outcome');
      await spreadOverTurns(outcomes, TOLD_PER_TURN_MAX, (outcome, index) => batch[index]?.resolve(outcome));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
