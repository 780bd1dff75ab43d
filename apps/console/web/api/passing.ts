import { ApiError, ConnectionError } from '@halyard/client';
import { useSyncExternalStore } from 'react';

type PassingError = ApiError | ConnectionError;

/** Whether the same request may succeed later, though nobody changes it. */
export const mayPass = (error: unknown): error is PassingError =>
  (error instanceof ApiError || error instanceof ConnectionError) && error.isRetryable;

/** Why a request is being repeated, by its address. */
const repeated = new Map<string, PassingError>();
const listeners = new Set<() => void>();

function tell(address: string, error: PassingError | undefined): void {
  if (repeated.get(address) === error) return;
  if (error) repeated.set(address, error);
  else repeated.delete(address);
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Why the request to an address is being repeated; undefined if it is not. */
export const usePassing = (address: string): PassingError | undefined =>
  useSyncExternalStore(listen, () => repeated.get(address));

/** The client does not say when it repeats a request, so this notes each failure that a repeat may cure. */
export function noting(fetch: (address: string, options?: RequestInit) => Promise<Response>): typeof globalThis.fetch {
  return async (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    try {
      const answer = await fetch(address, options);
      tell(address, await passingOf(answer));
      return answer;
    } catch (error) {
      const isMeant = options?.signal?.aborted === true;
      tell(address, isMeant ? undefined : new ConnectionError('The suite can’t be reached.', { cause: error }));
      throw error;
    }
  };
}

async function passingOf(answer: Response): Promise<PassingError | undefined> {
  const { status, headers } = answer;
  if (status !== 429 && status < 500) return undefined;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const error = new ApiError({
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: undefined,
    body: Object(body) as Readonly<Record<string, unknown>>,
  });
  return mayPass(error) ? error : undefined;
}
