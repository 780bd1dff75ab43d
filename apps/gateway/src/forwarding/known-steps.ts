import type { ClockStep } from '@halyard/contracts/sandbox-clock';

type Listener = () => void;

/**
 * The last steps of accounts' clocks that this process has heard of. Of more accounts than it has room for, it forgets
 * those that it heard of first: their owners refuse the next operation, and then it asks.
 */
export class KnownSteps {
  private readonly last = new Map<string, ClockStep>();
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(private readonly accountsMax: number) {}

  of(accountId: string): ClockStep | undefined {
    return this.last.get(accountId);
  }

  /** Whether it knows this step of the account, or a later one. */
  has(accountId: string, step: number): boolean {
    const known = this.last.get(accountId);
    return known !== undefined && known.step >= step;
  }

  /** Takes in steps, in any order. */
  hear(steps: readonly ClockStep[]): void {
    for (const made of steps) {
      const { accountId, step } = made;
      if (this.has(accountId, step)) continue;
      this.last.delete(accountId);
      this.last.set(accountId, made);
      this.listeners.get(accountId)?.forEach((tell) => tell());
    }
    for (const [oldest] of this.last) {
      if (this.last.size <= this.accountsMax) return;
      this.last.delete(oldest);
    }
  }

  clear(): void {
    this.last.clear();
  }

  /** Calls `tell` at each new step of the account. @returns a function that ends it */
  onStep(accountId: string, tell: Listener): () => void {
    const listeners = this.listeners.get(accountId) ?? new Set();
    this.listeners.set(accountId, listeners.add(tell));
    return () => {
      listeners.delete(tell);
      if (listeners.size === 0) this.listeners.delete(accountId);
    };
  }
}
