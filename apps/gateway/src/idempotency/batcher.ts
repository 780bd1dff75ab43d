interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  readonly sizeMax: number;
  /** Batches at work at the same time. */
  readonly concurrency: number;
}

/**
 * Group commit: what is asked within one turn of the event loop, or while earlier batches are at work, is done in one
 * go. `work` answers one outcome per item, in order; an item without one is rejected, and all are when `work` rejects.
 */
export class Batcher<Item, Outcome> {
  private waiting: Waiting<Item, Outcome>[] = [];
  private scheduled = false;
  private running = 0;

  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly (Outcome | undefined)[]>,
    private readonly options: BatcherOptions,
  ) {}

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.running >= this.options.concurrency || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.run(this.waiting.splice(0, this.options.sizeMax));
    });
  }

  private async run(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    this.running += 1;
    this.schedule();
    try {
      const outcomes = await this.work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('a batch left an item without outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running -= 1;
      this.schedule();
    }
  }
}
