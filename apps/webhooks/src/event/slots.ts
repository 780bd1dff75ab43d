import { DomainError } from '@halyard/core';

/** How long a client that found all slots taken should wait. */
const RETRY_AFTER_SECONDS = 5;

/** Limits how many things each caller may have open at a time in this process. */
export class Slots {
  private readonly taken = new Map<string, number>();

  /** @param name what is open, in the plural, for the error's message */
  constructor(
    private readonly max: number,
    private readonly name: string,
  ) {}

  /** @returns a function that frees the slot; call it once @throws DomainError TooManyRequests if no slot is free */
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
