import { newId } from '@halyard/core';
import { asError } from '../as-error.js';
import type { EncodedAppend } from '../encoded-append.js';
import type { Position } from '../event-store.js';
import type { AppendCall } from './connection.js';
import { appendRequest, knownPosition, revisionOf, uuidEnd } from './messages.js';
import type { AppendResponse } from './protocol.js';
import { accessDenied, AppendRefused, NodeUnfit } from './trouble.js';

/**
 * The place of the last appended event, with its position if the server tells it; or the reason why nothing was
 * appended.
 */
export type AppendAnswer =
  { readonly revision: number; readonly position: Position | undefined } | 'wrong-expected-version' | 'stream-deleted';

interface UnansweredAppend {
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: Error) => void;
}

const COUNT_DIGITS = 12;

/** Names of refusals that stay the same however often the append is repeated. */
const REFUSALS = new Set(
  ['MaximumAppendSizeExceeded', 'BadRequest', 'InvalidTransaction'].map((name) => `event_store.client.${name}`),
);

/**
 * Appends over one call. Answers come in any order. If the call is lost, the outcomes of all unanswered appends are
 * unknown.
 */
export class BatchAppend {
  /** The beginning of all ids by which answers name their appends. A count follows it. */
  private readonly idStart = newId().slice(0, -COUNT_DIGITS);
  private count = 0;
  /** Appends without an answer, by the count in their id. */
  private readonly unanswered = new Map<number, UnansweredAppend>();
  private lost: Error | undefined;

  constructor(
    private readonly call: AppendCall,
    private readonly onLost: () => void,
  ) {
    call.on('data', (response: AppendResponse) => this.settle(response));
    call.on('error', (error) => this.lose(error));
    call.on('end', () => this.lose(new Error('The event store ended the call')));
  }

  /** @throws AppendRefused, EventStoreUnavailable, or the error that broke the call */
  append(append: EncodedAppend): Promise<AppendAnswer> {
    if (this.lost) return Promise.reject(this.lost);
    const count = ++this.count;
    return new Promise((resolve, reject) => {
      this.unanswered.set(count, { resolve, reject });
      this.call.write(appendRequest(append, this.idStart + count.toString(16).padStart(COUNT_DIGITS, '0')));
    });
  }

  private settle(response: AppendResponse): void {
    const count = uuidEnd(response.correlation);
    const waiting = this.unanswered.get(count);
    if (!waiting) return;
    this.unanswered.delete(count);
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
