import { turnEnd } from '@halyard/core';
import type { Readable } from 'node:stream';

/** How many messages may wait to be taken. If there are more, reading from the server pauses. */
const WAITING_MAX = 500;

/**
 * The messages of a call, in order. `take` gives all messages since the last `take`, at the end of the event loop's
 * turn.
 */
export class Arrivals<Item> {
  private closed = false;
  private waiting: Item[] = [];
  private ended = false;
  private error: Error | undefined;
  private wake = (): void => undefined;

  constructor(private readonly call: Readable & { cancel(): void }) {
    call.on('data', (item: Item) => {
      if (this.closed) return;
      this.waiting.push(item);
      if (this.waiting.length >= WAITING_MAX) call.pause();
      this.wake();
    });
    call.on('end', () => this.end());
    call.on('error', (error: Error) => this.end(error));
  }

  /**
   * Waits for messages, and takes them. If the call broke, rejects with the error after all earlier messages. @returns
   * undefined once the call has ended
   */
  async take(): Promise<readonly Item[] | undefined> {
    if (this.waiting.length === 0 && !this.ended) await new Promise<void>((resolve) => (this.wake = resolve));
    await turnEnd();
    const taken = this.waiting;
    this.waiting = [];
    if (taken.length > 0) {
      this.call.resume();
      return taken;
    }
    if (this.error) throw this.error;
    return undefined;
  }

  /** Cancels the call and drops further messages. Dropping lets a paused call come to its end. */
  close(): void {
    this.closed = true;
    this.call.cancel();
    this.call.resume();
  }

  private end(error?: Error): void {
    this.ended = true;
    this.error ??= error;
    this.wake();
  }
}
