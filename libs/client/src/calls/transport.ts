import { ApiError, ConnectionError } from '../errors.js';
import { Deadline, pause, untilAborted } from './deadline.js';
import type { TransportOptions } from './options.js';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  readonly text: string;
  /** The JSON object in the text; empty for any other text. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface Attempt extends Omit<Request, 'signal' | 'body'> {
  readonly body?: Request['body'] | undefined;
  readonly authorization: string | undefined;
  readonly attempt: number;
}

export interface Authenticator {
  authorization(): Promise<string>;
  /** Called when the API no longer accepts this value of `authorization`. */
  expire(authorization: string): void;
}

const TIMEOUT_MS = 60_000;
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 5_000;

/** Random between half of the delay and all of it, so that clients do not come back together. */
export const backoffMs = (attempt: number): number =>
  Math.min(BACKOFF_MS * 2 ** (attempt - 1), BACKOFF_MAX_MS) * (0.5 + Math.random() / 2);

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** `Retry-After` in seconds (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function parsed(text: string): Answer['body'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export const refusalOf = (status: number, headers: Headers, text: string): ApiError =>
  new ApiError({
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(headers),
    body: parsed(text) ?? {},
  });

/** The next attempt may have to wait for hours, so the caller decides. */
const mayRepeat = (error: unknown): error is ApiError | ConnectionError =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && error.isRetryable && error.code !== 'TryAgainLater');

export class Transport {
  private readonly base: URL;

  constructor(private readonly options: TransportOptions) {
    this.base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  }

  urlOf(pathOrHref: string): string {
    if (pathOrHref.startsWith('/')) return `${this.base.href.slice(0, -1)}${pathOrHref}`;
    const url = new URL(this.options.links?.(pathOrHref) ?? pathOrHref, this.base);
    const isInside = `${url.origin}${url.pathname}/`.startsWith(this.base.href);
    if (!isInside) throw new TypeError(`${url.origin} is not where the API is served`);
    return url.href;
  }

  /** @throws ApiError, ConnectionError, or the reason of the signal */
  async send(request: Request, authenticator?: Authenticator): Promise<Answer> {
    const deadline = new Deadline(this.base.origin, this.options.timeoutMs ?? TIMEOUT_MS, request.signal);
    let hasRenewed = false;
    try {
      for (let attempt = 1; ; attempt++) {
        let authorization: string | undefined;
        try {
          authorization = authenticator && (await untilAborted(authenticator.authorization(), deadline.signal));
          return await this.attempt(request, authorization, attempt, deadline);
        } catch (error) {
          request.signal?.throwIfAborted();
          if (authorization !== undefined && !hasRenewed && isExpired(error)) {
            hasRenewed = true;
            authenticator?.expire(authorization);
            continue;
          }
          if (!mayRepeat(error)) throw error;
          const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
          const waitMs = Math.max(backoffMs(attempt), asked);
          if (!deadline.hasTimeFor(waitMs)) throw error;
          const { method, url } = request;
          this.options.onRetry?.({ method, path: new URL(url).pathname, attempt, waitMs, error });
          await pause(waitMs, request.signal);
        }
      }
    } finally {
      deadline.release();
    }
  }

  private async attempt(
    { method, url, headers, body }: Request,
    authorization: string | undefined,
    attempt: number,
    deadline: Deadline,
  ): Promise<Answer> {
    const { onResponse } = this.options;
    const startedAt = performance.now();
    let answer: Response;
    let text: string;
    try {
      answer = await this.open({ method, url, headers, body, authorization, attempt }, deadline.signal);
      text = await answer.text();
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw new ConnectionError(`${this.base.origin} can't be reached: ${reasonOf(error)}`, { cause: error });
    }
    const { status } = answer;
    const requestId = answer.headers.get('x-request-id') ?? undefined;
    const durationMs = performance.now() - startedAt;
    if (onResponse) onResponse({ method, path: new URL(url).pathname, attempt, status, requestId, durationMs });
    if (status < 200 || status > 299) throw refusalOf(status, answer.headers, text);
    const document = parsed(text);
    // Another server answers at this address, or a proxy with a page of its own.
    if (!document && text !== '' && headers['accept']?.includes('json'))
      throw refusalOf(status, answer.headers, JSON.stringify({ message: 'The answer is not one of the API.' }));
    return { status, headers: answer.headers, requestId, text, body: document ?? {} };
  }

  /** Does not read the answer. */
  async open({ method, url, headers, body, authorization, attempt }: Attempt, signal: AbortSignal): Promise<Response> {
    const { fetch = globalThis.fetch, onRequest } = this.options;
    onRequest?.({ method, path: new URL(url).pathname, attempt });
    return fetch(url, {
      method,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    });
  }
}

export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ExpiredAccessToken' || error.code === 'InvalidAccessToken');
