import { types } from 'node:util';

/** The part of the pino logger that is used here. */
export interface OutageLines {
  warn(fields: object, message: string): void;
}

const AGAIN_AFTER_MS = 60_000;
const CAUSES_MAX = 5;

/** The error that the others wrap: of the driver, or of the system. */
function rootOf(error: unknown, depth = 0): Error | undefined {
  if (!types.isNativeError(error)) return undefined;
  const within: unknown = 'driverError' in error ? error.driverError : error.cause;
  return (depth < CAUSES_MAX ? rootOf(within, depth + 1) : undefined) ?? error;
}

const kindOf = (error: Error | undefined): string =>
  error && 'code' in error && typeof error.code === 'string' ? error.code : (error?.name ?? 'unknown');

/** Says why requests are answered 503: one line a minute for each kind of cause, however many requests it concerns. */
export class OutageLog {
  private readonly toldMs = new Map<string, number>();

  constructor(private readonly log: OutageLines) {}

  note(error: unknown): void {
    const root = rootOf(error);
    const kind = kindOf(root);
    const nowMs = performance.now();
    if (nowMs < (this.toldMs.get(kind) ?? Number.NEGATIVE_INFINITY) + AGAIN_AFTER_MS) return;
    this.toldMs.set(kind, nowMs);
    this.log.warn({ code: kind, cause: root?.message }, 'requests are answered 503: something that they need is away');
  }
}
