interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns the lookups of many requests into few queries: what is asked while one query runs goes into the next. A lookup
 * is answered by a query that began after it was asked, so whoever asks sees all that was committed before.
 */
export class MicroBatch<Key, Value> {
  private waiting: Waiting<Key, Value>[] = [];
  private running = false;

  constructor(private readonly fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {}

  /** @returns undefined where `fetch` found nothing under the key */
  load(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.running) return;
      this.running = true;
      // One turn of the event loop gathers what arrives together.
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        const found = await this.fetch([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = false;
  }
}
