import { DomainError } from '@halyard/core';
import type { EventStore, Position, StoredEvent } from '@halyard/event-store';
import { NEVER_GIVEN } from './balance.decider.js';

/** Where a command may have been honoured before, and how that shows. */
export interface Earlier {
  readonly store: EventStore;
  readonly stream: string;
  /** Position before which it can't have been given; undefined if it is given now for the first time. */
  readonly since: Position | undefined;
  /** @throws what the command is refused with, where it was */
  readonly isHonouredBy: (stored: StoredEvent) => boolean;
}

/**
 * Gives a command to a stream that remembers the last of what it honoured. Where memory can't tell, the stream is read
 * back, and the command decided again on what that says.
 *
 * @param give the command, with the revision up to which it is known not to be in the stream
 */
export async function enterOnce(
  earlier: Earlier,
  give: (absentThrough: number | undefined) => Promise<void>,
): Promise<void> {
  let absentThrough = earlier.since === undefined ? NEVER_GIVEN : undefined;
  for (;;) {
    try {
      await give(absentThrough);
      return;
    } catch (error) {
      if (!isTooOldToTell(error)) throw error;
      absentThrough = await searchBack(earlier);
      if (absentThrough === undefined) return;
    }
  }
}

const isTooOldToTell = (error: unknown): boolean =>
  error instanceof DomainError && 'reason' in error && error.reason === 'TooOldToTell';

/** @returns the revision up to which the command is not in the stream; undefined when it was honoured */
async function searchBack({ store, stream, since = 0n, isHonouredBy }: Earlier): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const stored of store.read(stream, { direction: 'backwards' })) {
    newest ??= stored.revision;
    if (stored.position <= since) break;
    if (isHonouredBy(stored)) return undefined;
  }
  return newest ?? -1;
}
