import type { Position } from '@halyard/event-store';

export interface UnfinishedQuery {
  /** Only those that nothing has happened to after this place in the global order. */
  readonly untouchedSince: Position;
  /** The last one of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Payments with something to be done that nobody outside is waited for. One that waits for its bank is not among them. An
 * open hold makes its payment one, unless it waits with it, as that of a fee does: a driver can place a hold, and die, after
 * another one has recorded that the payment is refused.
 */
export abstract class UnfinishedPayments {
  /** Waits until it holds all that is in the store now. @returns how far that is */
  abstract upToDate(): Promise<Position>;
  /** Waits until something has happened after a place that it holds, or the signal aborts. */
  abstract beyond(position: Position, signal: AbortSignal): Promise<void>;
  /** Ids in an order of their own, a page at a time. */
  abstract find(query: UnfinishedQuery): Promise<readonly string[]>;
}
