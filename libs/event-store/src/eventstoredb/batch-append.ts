import { newId } from '@halyard/core';
import { asError } from '../as-error.js';
import type { EncodedAppend } from '../encoded-append.js';
import type { Position } from '../event-store.js';
import type { AppendCall } from './connection.js';
import { appendRequest, knownPosition, revisionOf, uuidText } from './messages.js';
import type { AppendResponse } from './protocol.js';
import { accessDenied, AppendRefused, NodeUnfit } from './trouble.js';

/** The place of the last event appended, its position if the server tells it; or why nothing was. */
export type AppendAnswer =
  { readonly revision: number; readonly position: Position | undefined } | 'wrong-expected-version' | 'stream-deleted';

interface Unanswered {
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** The type names of refusals that no repetition changes. */
const REFUSALS = new Set(
  ['MaximumAppendSizeExceeded', 'BadRequest', 'InvalidTransaction'].map((name) => `event_store.client.${name}`),
);

/**
 * Appends over one call, answered in any order. When the call is lost, so are the outcomes of everything unanswered.
 */
export class BatchAppend {
  private readonly unanswered = new Map<string, Unanswered>();
  private lost: Error | undefined;

  constructor(
    private readonly call: AppendCall,
    private readonly onLost: () => void,
  ) {
    call.on('data', (response: AppendResponse) => this.settle(response));
    call.on('error', (error) => this.lose(error));
    call.on('end', () => this.lose(new Error('The event store ended the call')));
  }

  /** @throws AppendRefused, EventStoreUnavailable, or what broke the call */
  append(append: EncodedAppend): Promise<AppendAnswer> {
    if (this.lost) return Promise.reject(this.lost);
    const correlation = newId();
    return new Promise((resolve, reject) => {
      this.unanswered.set(correlation, { resolve, reject });
      this.call.write(appendRequest(append, correlation));
    });
  }

  private settle(response: AppendResponse): void {
    const correlation = uuidText(response.correlation);
    const waiting = this.unanswered.get(correlation);
    if (!waiting) return;
    this.unanswered.delete(correlation);
    try {
      waiting.resolve(answerOf(response));
    } catch (error) {
      waiting.reject(asError(error));
    }
  }

  private lose(error: Error): void {
    if (this.lost) return;
    this.lost = error;
    this.onLost();
    for (const { reject } of this.unanswered.values()) reject(error);
    this.unanswered.clear();
  }
}

function answerOf({ success, error }: AppendResponse): AppendAnswer {
  if (success) {
    const { revision, position } = success;
    return { revision: revisionOf(revision), position: position ? knownPosition(position.commit) : undefined };
  }
  const kind = error?.details?.typeUrl.split('/').at(-1) ?? '';
  const message = `The event store answered ${kind} ${error?.message ?? ''}`;
  switch (kind) {
    case 'event_store.client.WrongExpectedVersion':
      return 'wrong-expected-version';
    case 'event_store.client.StreamDeleted':
      return 'stream-deleted';
    case 'event_store.client.AccessDenied':
      throw accessDenied(new Error(message));
    default:
      throw REFUSALS.has(kind) ? new AppendRefused(message) : new NodeUnfit(message);
  }
}
