import type { Dispatcher } from 'undici';
import type { AttemptResult, WebhookAnswer } from '../delivery.js';
import { attemptErrorOf } from './attempt-error.js';

/** Limits on the part of an answer that is stored for troubleshooting. */
const KEPT = { headers: 50, headerLength: 512, bodyBytes: 4_096 };

export interface AttemptEnd {
  readonly result: AttemptResult;
  /**
   * True if the connection was lost before any part of the answer came. The peer may simply have closed an idle
   * connection.
   */
  readonly wasStale: boolean;
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

const keptHeaders = (headers: Headers): WebhookAnswer['headers'] =>
  Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one.slice(0, KEPT.headerLength)] as const))
    .slice(0, KEPT.headers);

class TimedOut extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Sends one request and reads its answer, bounded in time and size. Only the status says whether the attempt succeeded:
 * the body is read, up to the bound, so that the connection can be reused. An answer that is cut off counts as no
 * answer.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller?: Dispatcher.DispatchController;
  private answer?: { readonly statusCode: number; readonly headers: WebhookAnswer['headers'] };
  private readonly kept: Buffer[] = [];
  private bytes = 0;
  private hasBegun = false;
  private ended?: (ended: AttemptEnd) => void;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly bytesMax: number,
    timeoutMs: number,
    ended: (ended: AttemptEnd) => void,
  ) {
    this.ended = ended;
    this.timer = setTimeout(() => this.giveUp(new TimedOut()), Math.max(0, timeoutMs));
  }

  /** Runs one exchange. It never rejects. */
  static run(bytesMax: number, timeoutMs: number, dispatch: (exchange: Exchange) => void): Promise<AttemptEnd> {
    return new Promise((resolve) => {
      const exchange = new Exchange(bytesMax, timeoutMs, resolve);
      try {
        dispatch(exchange);
      } catch (error) {
        exchange.endWith(error);
      }
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (!this.ended) controller.abort(new TimedOut());
  }

  onResponseStarted(): void {
    this.hasBegun = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: Headers): void {
    this.answer = { statusCode, headers: keptHeaders(headers) };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = KEPT.bodyBytes - this.bytes;
    if (room > 0) this.kept.push(Buffer.from(chunk.subarray(0, room)));
    this.bytes += chunk.length;
    if (this.bytes <= this.bytesMax) return;
    this.end();
    controller.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.endWith(error);
  }

  private giveUp(reason: Error): void {
    if (this.answer) this.end();
    else this.endWith(reason);
    this.controller?.abort(reason);
  }

  private end(): void {
    if (!this.answer) return this.endWith(new Error('no answer'));
    this.resolve({ ...this.answer, body: Buffer.concat(this.kept).toString() }, false);
  }

  private endWith(thrown: unknown): void {
    const error = attemptErrorOf(thrown);
    this.resolve({ error }, error === 'connection-lost' && !this.hasBegun);
  }

  private resolve(result: AttemptResult, wasStale: boolean): void {
    clearTimeout(this.timer);
    this.ended?.({ result, wasStale });
    this.ended = undefined;
  }
}
