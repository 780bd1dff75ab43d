import type { Position } from '@halyard/event-store';

export interface UnfinishedQuery {
  /** Only payments without an event after this position. */
  readonly untouchedSince: Position;
  /** The last id of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Payments with a step that is due now. Payments that wait for their banks are left out. Payments with an open hold are
 * included, because a driver can place a hold and die after another has recorded the refusal. A hold that rightly
 * waits, as a fee's hold does, does not count.
 */
export abstract class UnfinishedPayments {
  /** Waits until the read model includes everything that is in the store now. @returns the position that it includes */
  abstract upToDate(): Promise<Position>;
  /** Waits for an event after the position, or until the signal aborts. */
  abstract beyond(position: Position, signal: AbortSignal): Promise<void>;
  /** Finds one page, in order. */
  abstract find(query: UnfinishedQuery): Promise<readonly string[]>;
}
