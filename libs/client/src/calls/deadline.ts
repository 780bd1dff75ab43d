import { ConnectionError } from '../errors.js';

/** Ends early if the signal aborts. @throws the signal's reason */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}

/** Only the wait ends if the signal aborts, since others share the work. @throws the signal's reason */
export function untilAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    const isOver = (): void => signal.removeEventListener('abort', end);
    shared.then(resolve, reject).then(isOver, isOver);
  });
}

/** Aborts a call in time, or when its caller's signal aborts. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly endsAt: number;
  private readonly timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly origin: string,
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    this.endsAt = performance.now() + timeoutMs;
    this.timer = setTimeout(this.end, timeoutMs);
    caller?.addEventListener('abort', this.end);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  hasTimeFor(waitMs: number): boolean {
    return performance.now() + waitMs < this.endsAt;
  }

  release(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.end);
  }

  private readonly end = (): void =>
    this.controller.abort(new ConnectionError(`${this.origin} gave no answer within ${this.timeoutMs} ms`));
}
