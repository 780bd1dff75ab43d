/** A step of a walk: how many bytes to see as a whole, or to pass over. */
export type Step = { readonly see: number } | { readonly skip: number };

/**
 * Walks over bytes that come in chunks, by the steps that a generator asks for: it gets what it asked to see and holds
 * nothing else.
 */
export class ByteWalk {
  private held = Buffer.of();
  private step: IteratorResult<Step, void>;
  private skipped = 0;

  constructor(private readonly steps: Generator<Step, void, Buffer>) {
    this.step = steps.next();
  }

  /** Whether the walk is over: whatever comes then is beyond its end. */
  get isOver(): boolean {
    return this.step.done === true;
  }

  /** @returns how many bytes came after the end */
  take(chunk: Buffer): number {
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = Buffer.of();
    while (!this.step.done) {
      const { value } = this.step;
      if ('skip' in value) {
        const bytes = Math.min(value.skip - this.skipped, rest.length);
        rest = rest.subarray(bytes);
        this.skipped += bytes;
        if (this.skipped < value.skip) return 0;
        this.skipped = 0;
        this.step = this.steps.next(Buffer.of());
      } else if (rest.length >= value.see) {
        const seen = rest.subarray(0, value.see);
        rest = rest.subarray(value.see);
        this.step = this.steps.next(seen);
      } else {
        this.held = Buffer.from(rest);
        return 0;
      }
    }
    return rest.length;
  }
}
