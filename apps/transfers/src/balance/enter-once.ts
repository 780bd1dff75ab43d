import { DomainError } from '@halyard/core';
import type { EventStore, Position, StoredEvent } from '@halyard/event-store';
import { NEVER_GIVEN } from './balance.decider.js';

interface Earlier {
  readonly store: EventStore;
  readonly stream: string;
  /** Position before which the command can't have been executed; undefined if this is its first execution. */
  readonly since: Position | undefined;
  /** @throws the refusal, if the stored event refused the command */
  readonly isHonouredBy: (stored: StoredEvent) => boolean;
}

/**
 * Executes a command on a stream that remembers only its latest ids. If memory can't tell whether the command was
 * executed before, it searches the stream and decides again with the result.
 *
 * @param give executes the command, given the revision up to which the command is known not to be in the stream
 */
export const enterOnce = <Given>(earlier: Earlier, give: (absentThrough: number | undefined) => Given) =>
  earlier.since === undefined ? give(NEVER_GIVEN) : giveOnce(earlier, give);

async function giveOnce(earlier: Earlier, give: (absentThrough: number | undefined) => unknown): Promise<void> {
  let absentThrough: number | undefined;
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

/** @returns the revision up to which the command is not in the stream; undefined if it was executed before */
async function searchBack({ store, stream, since = 0n, isHonouredBy }: Earlier): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const stored of store.read(stream, { direction: 'backwards' })) {
    newest ??= stored.revision;
    if (stored.position <= since) break;
    if (isHonouredBy(stored)) return undefined;
  }
  return newest ?? -1;
}
