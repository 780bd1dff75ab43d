import { Metadata, status } from '@grpc/grpc-js';
import { EventStoreUnavailable } from '../event-store.js';
import { retrying } from '../retrying.js';

/** How long an append or a page may take, with repeats and the search for a leader, in milliseconds. */
export const ANSWER_MS_MAX = 5000;

/** EventStoreDB will never accept this append. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/** This node can't serve now, for example because it is no longer the leader. Another node may. */
export class NodeUnfit extends Error {
  override readonly name = 'NodeUnfit';
}

/** The error that ends calls to a node when the client leaves it. It has no stack, which would only fill the log. */
export function nodeLeft(): Error {
  const gone = { code: status.UNAVAILABLE, details: 'The node does not serve', metadata: new Metadata() };
  const error: Error = Object.assign(new Error(gone.details), gone);
  delete error.stack;
  return error;
}

/** The store did not answer in time. It is not asked again, because the caller has waited long enough. */
class NoAnswer extends EventStoreUnavailable {
  constructor() {
    super('The event store did not answer in time');
  }
}

/**
 * The error if the server knows the stream as deleted or truncated. A decision without the missing events could invent
 * money.
 */
export const eventsMissing = (stream: string): EventStoreUnavailable =>
  new EventStoreUnavailable(`Events of ${stream} are missing: somebody deleted or truncated it in the event store`);

export const accessDenied = (cause: unknown): EventStoreUnavailable =>
  new EventStoreUnavailable('The event store denies access. Check user, password and rights of EVENTSTORE_URL', {
    cause,
  });

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether an error is the one that ends the reading of a stream that was deleted for good. */
export const isTombstone = (error: unknown): boolean => codeOf(error) === status.FAILED_PRECONDITION;

const DENIALS = new Set<unknown>([status.PERMISSION_DENIED, status.UNAUTHENTICATED]);

const isTrouble = (error: unknown): boolean =>
  !(error instanceof AppendRefused || error instanceof EventStoreUnavailable) &&
  codeOf(error) !== status.INVALID_ARGUMENT;

/** A call that is repeated while it fails, within one time limit for all attempts. */
export interface TimedCall<Result> {
  readonly limitMs: number;
  /** @param leftMs gives the time that is left, and throws once none is */
  readonly attempt: (leftMs: () => number) => Promise<Result>;
  /** Called if the node does not answer in time, or can't serve. */
  readonly onUnfit: () => void;
}

/**
 * Repeats a call while it fails. @throws EventStoreUnavailable after a limited number of attempts, or when the time is
 * up
 */
export async function retryingCalls<Result>({ limitMs, attempt, onUnfit }: TimedCall<Result>): Promise<Result> {
  const end = performance.now() + limitMs;
  const leftMs = (): number => {
    const left = end - performance.now();
    if (left <= 0) throw new NoAnswer();
    return left;
  };
  const once = async (): Promise<Result> => {
    try {
      return await attempt(leftMs);
    } catch (error) {
      if (error instanceof NodeUnfit) onUnfit();
      if (DENIALS.has(codeOf(error))) throw accessDenied(error);
      throw error;
    }
  };
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), limitMs);
  try {
    return await Promise.race([timeUp, retrying(once, isTrouble)]);
  } catch (error) {
    if (error instanceof NoAnswer) onUnfit();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
