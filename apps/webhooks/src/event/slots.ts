import { DomainError } from '@halyard/core';

/** When to try again after all slots were taken. */
const RETRY_AFTER_SECONDS = 5;

/** Bounds how much of something each caller has open at a time, in this process. */
export class Slots {
  private readonly taken = new Map<string, number>();

  /** @param name of what is open, in the plural */
  constructor(
    private readonly max: number,
    private readonly name: string,
  ) {}

  /**
   * @returns frees the slot; to be called once
   * @throws DomainError TooManyRequests when the caller has all its slots taken
   */
  take(caller: string): () => void {
    const count = this.taken.get(caller) ?? 0;
    if (count >= this.max) {
      const message = `An application may have ${this.max} ${this.name} at a time.`;
      throw new DomainError('TooManyRequests', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.taken.set(caller, count + 1);
    return () => {
      const left = (this.taken.get(caller) ?? 1) - 1;
      if (left > 0) this.taken.set(caller, left);
      else this.taken.delete(caller);
    };
  }
}
