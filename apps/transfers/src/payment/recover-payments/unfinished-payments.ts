import type { Position } from '@halyard/event-store';

export interface UnfinishedQuery {
  /** Only payments without an event after this position. */
  readonly untouchedSince: Position;
  /** The last id of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Payments that have a step to take now; one that waits for its bank is not among them. A payment with an open hold is,
 * because a driver can place a hold and die after another has recorded the refusal; a hold that rightly waits, as that
 * of a fee does, does not count.
 */
export abstract class UnfinishedPayments {
  /** Waits until the read model includes everything in the store now. @returns up to which position */
  abstract upToDate(): Promise<Position>;
  /** Waits for an event after the position, or for the signal to abort. */
  abstract beyond(position: Position, signal: AbortSignal): Promise<void>;
  /** Ids in order, a page at a time. */
  abstract find(query: UnfinishedQuery): Promise<readonly string[]>;
}
