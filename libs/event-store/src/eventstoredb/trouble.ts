import { status } from '@grpc/grpc-js';
import { EventStoreUnavailable } from '../event-store.js';
import { retrying } from '../retrying.js';

/** How long one call may take to be answered. */
export const ANSWER_MS_MAX = 5000;

/** EventStoreDB will never take this append. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A store that did not answer in time is not asked again: its caller has waited long enough. */
const isTrouble = (error: unknown): boolean =>
  !(error instanceof AppendRefused || error instanceof EventStoreUnavailable) &&
  codeOf(error) !== status.INVALID_ARGUMENT;

/** @throws EventStoreUnavailable after a bounded number of tries, or once a call has met its deadline */
export const retryingCalls = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retrying(async () => {
    try {
      return await attempt();
    } catch (error) {
      if (codeOf(error) !== status.DEADLINE_EXCEEDED) throw error;
      throw new EventStoreUnavailable('The event store did not answer in time', { cause: error });
    }
  }, isTrouble);
