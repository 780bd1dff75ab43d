import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { EVENT_STREAM, passedFields } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { ServiceAnswer } from '../service-request.js';
import { Bytes, type ExchangeRequest } from './exchange.js';
import { withCookies, withSetCookies } from './cookies.js';
import { declaredLength, essenceOf, fieldOf, passing } from './header-fields.js';
import { cutShort, Meter, pour, pourEvents } from './meter.js';

type Answer = ServiceAnswer | Bytes;

/**
 * Carries out a request within the limits of its route: which header fields pass, how many bytes, and how long it
 * takes. Every adapter uses it.
 *
 * @param carry sends the request to its owner; its signal aborts if nobody waits for the answer, or time is up
 * @throws DomainError PayloadTooLarge, BadRequest, RequestTimeout; any error of `carry`
 */
export async function withinLimits(
  request: ExchangeRequest,
  carry: (bound: ExchangeRequest) => Promise<Answer>,
): Promise<Answer> {
  const { kind, limits, cookies } = request.route;
  const life = new Life(request.signal, limits.timeMs);
  try {
    const headers = passing(withCookies(request.headers, cookies), passedFields[kind].request);
    const body = await life.orEnd(bodyWithin({ ...request, headers }, life.signal));
    const carried = carry({ ...request, headers, body, signal: life.signal });
    life.signal.addEventListener('abort', () => giveUp(carried));
    const answer = await life.orEnd(carried);
    // The body's own failure is more exact than what the owner answers to an incomplete body.
    if (body?.errored instanceof DomainError) throw body.errored;
    if (answer instanceof Bytes) return await answerWithin(answer, request, life);
    life.abort(ANSWERED);
    return answer;
  } catch (error) {
    life.abort(error);
    throw error;
  }
}

const ANSWERED = cutShort('it was answered');

/** The life of a request: until its answer has ended, time is up, or nobody waits for the answer. */
class Life {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly leave = (): void => this.abort(cutShort('nobody waits for the answer'));

  constructor(
    private readonly gone: AbortSignal,
    timeMs: number,
  ) {
    this.timer = setTimeout(() => this.abort(new DomainError('RequestTimeout')), timeMs).unref();
    if (gone.aborted) this.leave();
    else gone.addEventListener('abort', this.leave);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  abort(reason: unknown): void {
    clearTimeout(this.timer);
    this.gone.removeEventListener('abort', this.leave);
    this.ending.abort(reason);
  }

  /** Waits for `work`. Rejects if the life of the request ends first. */
  async orEnd<Result>(work: Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    let stop: (() => void) | undefined;
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(reasonOf(this.signal));
      this.signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop);
    }
  }
}

function giveUp(carried: Promise<Answer>): void {
  const drop = (answer: Answer): void => {
    if (answer instanceof Bytes) answer.body.destroy();
  };
  carried.then(drop, () => undefined);
}

const reasonOf = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : cutShort(reason));

async function bodyWithin(
  { route, headers, body }: ExchangeRequest,
  signal: AbortSignal,
): Promise<Readable | undefined> {
  if (!body) return undefined;
  const { tooLarge, limits } = route;
  const declared = declaredLength(headers);
  if (declared !== undefined && declared > limits.bytesIn) throw new DomainError(tooLarge);
  const meter = new Meter({ bytesMax: limits.bytesIn, tooLarge, declared });
  // A body may fail before its owner reads it.
  body.on('error', (error) => meter.destroy(cutShort(error)));
  // Until its owner reads the body, the caller has all of it, and can send it again.
  const metered = endedBy(
    meter.whenRead(() => pour(body, meter)),
    signal,
  );
  return route.kind === 'raw' ? Readable.from([await buffer(metered)], { objectMode: false }) : metered;
}

async function answerWithin({ body, headers, status }: Bytes, request: ExchangeRequest, life: Life): Promise<Bytes> {
  const { kind, limits, cookies } = request.route;
  const fields = passing(withSetCookies(headers, cookies), passedFields[kind].answer);
  const { bytesOut: bytesMax, stalledMs } = limits;
  const meter = new Meter({ bytesMax, stalledMs, declared: declaredLength(fields) });
  // When time is up, a stream of events just ends: this is no failure.
  const metered = isEventStream(fields)
    ? pourEvents(body, meter, AbortSignal.any([request.stopping, life.signal]))
    : endedBy(pour(body, meter), life.signal);
  metered.once('close', () => life.abort(ANSWERED));
  if (kind !== 'raw') return new Bytes(metered, fields, status);
  return new Bytes(Readable.from([await buffer(metered)], { objectMode: false }), fields, status);
}

const isEventStream = (fields: Bytes['headers']): boolean =>
  essenceOf(fieldOf(fields, 'content-type') ?? '') === EVENT_STREAM;

/** Ends a service's streams of events when it stops. The handlers don't do it, since nobody tells them of the stop. */
export function endingEvents(answer: Bytes, stopping: AbortSignal): Bytes {
  const { body, headers, status } = answer;
  if (!isEventStream(headers)) return answer;
  const meter = pourEvents(body, new Meter({ bytesMax: Number.POSITIVE_INFINITY }), stopping);
  return new Bytes(
    meter.once('close', () => body.destroy()),
    headers,
    status,
  );
}

function endedBy(stream: Meter, signal: AbortSignal): Meter {
  const end = (): void => void stream.destroy(reasonOf(signal));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);
  return stream.once('close', () => signal.removeEventListener('abort', end));
}
