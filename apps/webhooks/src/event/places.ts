import { DomainError } from '@halyard/core';

/** Before one that has all its places may find another. */
const RETRY_AFTER_SECONDS = 5;

/** What of something may be open at a time for each, in this process. */
export class Places {
  private readonly taken = new Map<string, number>();

  /** @param name of what is open, in the plural */
  constructor(
    private readonly most: number,
    private readonly name: string,
  ) {}

  /**
   * @returns to be called once, when the place is free again
   * @throws DomainError TooManyRequests when there is none
   */
  take(key: string): () => void {
    const count = this.taken.get(key) ?? 0;
    if (count >= this.most) {
      const message = `An application has ${this.most} ${this.name} at most.`;
      throw new DomainError('TooManyRequests', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.taken.set(key, count + 1);
    return () => {
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    };
  }
}
