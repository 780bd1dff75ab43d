import { DomainError } from '@halyard/core';

/** When to try again after all slots were taken. */
const RETRY_AFTER_SECONDS = 5;

/** Bounds how much of something each application has open at a time, in this process. */
export class Slots {
  private readonly taken = new Map<string, number>();

  /** @param name of what is open, in the plural */
  constructor(
    private readonly max: number,
    private readonly name: string,
  ) {}

  /**
   * @returns frees the slot; to be called once
   * @throws DomainError TooManyRequests when the application has all its slots taken
   */
  take(applicationId: string): () => void {
    const count = this.taken.get(applicationId) ?? 0;
    if (count >= this.max) {
      const message = `An application may have ${this.max} ${this.name} at a time.`;
      throw new DomainError('TooManyRequests', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.taken.set(applicationId, count + 1);
    return () => {
      const left = (this.taken.get(applicationId) ?? 1) - 1;
      if (left > 0) this.taken.set(applicationId, left);
      else this.taken.delete(applicationId);
    };
  }
}
