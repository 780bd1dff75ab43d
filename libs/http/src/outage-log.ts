import { errorCodeOf, errorsIn } from '@halyard/core';

/** The part of the pino logger that is used here. */
export interface OutageLines {
  warn(fields: object, message: string): void;
}

const AGAIN_AFTER_MS = 60_000;

/**
 * Logs why requests are answered with 503: one line a minute for each kind of cause, however many requests there are.
 */
export class OutageLog {
  private readonly toldMs = new Map<string, number>();

  constructor(private readonly log: OutageLines) {}

  note(error: unknown): void {
    const root = [...errorsIn(error)].at(-1);
    const kind = errorCodeOf(root) ?? root?.name ?? 'unknown';
    const nowMs = performance.now();
    if (nowMs < (this.toldMs.get(kind) ?? Number.NEGATIVE_INFINITY) + AGAIN_AFTER_MS) return;
    this.toldMs.set(kind, nowMs);
    this.log.warn({ code: kind, cause: root?.message }, 'requests are answered 503: something that they need is away');
  }
}
