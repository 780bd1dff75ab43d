import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whoever is told goes on at once: all of a large batch would hold up everybody else for a turn. */
const TOLD_PER_TURN = 32;

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** Items in one batch. */
  readonly sizeMax: number;
  /**
   * Between two batches a turn of the event loop gathers those who were just answered and ask for more: fewer batches
   * for what writes, a turn's delay for what only reads.
   */
  readonly gathers: boolean;
}

/**
 * Turns what many ask for into few statements, one after the other: what is asked within one turn of the event loop, or
 * while a batch is at work, is done in one go. The work for an item begins after it was asked for, so a reader sees all
 * that was committed before.
 *
 * `work` takes a batch and answers one outcome for each, in their order; all are rejected when it rejects.
 */
export class Batcher<Item, Outcome> {
  private waiting: Waiting<Item, Outcome>[] = [];
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
    await nextTurn();
    while (this.waiting.length > 0) {
      await this.finish(this.waiting.splice(0, sizeMax));
      if (gathers) await nextTurn();
    }
    this.running = false;
  }

  private async finish(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.work(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error('a batch left an item without outcome');
      for (const [index, outcome] of outcomes.entries()) {
        if (index > 0 && index % TOLD_PER_TURN === 0) await nextTurn();
        batch[index]?.resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
