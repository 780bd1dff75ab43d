import type { ByteSink } from './format-check.js';

/** Reads a number of bytes at once, skips them, passes them to a consumer, or ends the consumer. */
export type WalkStep =
  { readonly see: number } | { readonly skip: number; readonly to?: ByteSink } | { readonly end: ByteSink };

/** Walks over chunks of bytes in the steps that a generator asks for. Holds only the current step's bytes. */
export class ByteWalk {
  private held = Buffer.of();
  private step: IteratorResult<WalkStep, void>;
  private skipped = 0;

  constructor(private readonly steps: Generator<WalkStep, void, Buffer>) {
    this.step = steps.next();
  }

  /** Whether the walk has ended. Further bytes are beyond its end. */
  get isOver(): boolean {
    return this.step.done === true;
  }

  /** @returns how many bytes came after the end */
  async write(chunk: Buffer): Promise<number> {
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = Buffer.of();
    while (!this.step.done) {
      const { value } = this.step;
      if ('skip' in value) {
        const bytes = Math.min(value.skip - this.skipped, rest.length);
        if (value.to) await value.to.write(rest.subarray(0, bytes));
        rest = rest.subarray(bytes);
        this.skipped += bytes;
        if (this.skipped < value.skip) return 0;
        this.skipped = 0;
        this.step = this.steps.next(Buffer.of());
      } else if ('end' in value) {
        await value.end.end();
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
