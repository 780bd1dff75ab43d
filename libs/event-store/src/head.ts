import type { Position } from './event-store.js';

/** Knows how far the global order is committed, and wakes everybody who waits for more. */
export class Head {
  private position: Position = 0n;
  private readonly waiting = new Set<() => void>();

  raise(position: Position): void {
    if (position <= this.position) return;
    this.position = position;
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /** Waits until the head is beyond a position. @returns the head; undefined once the signal has aborted */
  async beyond(position: Position, signal: AbortSignal): Promise<Position | undefined> {
    while (!signal.aborted) {
      if (this.position > position) return this.position;
      await this.raisedOrAborted(signal);
    }
    return undefined;
  }

  private raisedOrAborted(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
