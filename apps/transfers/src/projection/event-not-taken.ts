import { errorsIn } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import type { UntakenEvent } from '@halyard/messaging';

const CAUSE_LENGTH_MAX = 200;

export class EventNotTaken extends Error {
  override readonly name = 'EventNotTaken';
  constructor(
    model: string,
    readonly event: UntakenEvent,
    options: ErrorOptions,
  ) {
    const { stream, revision, id, type, cause } = event;
    super(
      `the read model ${model} can't take event ${id} (${type}), revision ${revision} of ${stream}: ${cause}`,
      options,
    );
  }
}

/** Describes an event that a read model did not take. The cause is the innermost error. */
export function untaken({ stream, revision, id, type }: StoredEvent, failure: unknown): UntakenEvent {
  const cause = [...errorsIn(failure)].at(-1)?.message ?? 'unknown';
  return { stream, revision, id, type, cause: cause.slice(0, CAUSE_LENGTH_MAX) };
}
