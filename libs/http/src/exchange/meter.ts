import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { DomainError, type ErrorCode } from '@halyard/core';

interface Measures {
  readonly bytesMax: number;
  /** The error to fail with if there are too many bytes. PayloadTooLarge by default. */
  readonly tooLarge?: ErrorCode;
  /** The number of bytes that the sender declared. */
  readonly declared?: number | undefined;
  /** How long the reader may leave bytes unread, in milliseconds. */
  readonly stalledMs?: number;
}

/** The error if the sender or the reader left before the end. */
export const cutShort = (cause?: unknown): DomainError =>
  new DomainError('BadRequest', { message: 'The body was cut off before its end.', cause });

/**
 * Counts bytes on their way. It ends only after all bytes have passed; otherwise it fails. So a reader that reaches the
 * end has read everything.
 */
export class Meter extends Transform {
  private passed = 0;
  private stalled: NodeJS.Timeout | undefined;
  private begin: (() => void) | undefined;

  constructor(private readonly measures: Measures) {
    super();
    // A reader gets the error. Without one, the process must not crash on it.
    this.on('error', () => undefined);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.passed += chunk.length;
    const { bytesMax, tooLarge = 'PayloadTooLarge' } = this.measures;
    if (this.passed > bytesMax) return done(new DomainError(tooLarge));
    if (!this.push(chunk)) this.expectReader();
    done();
  }

  /** Calls `begin` when somebody reads for the first time. */
  whenRead(begin: () => void): this {
    this.begin = begin;
    return this;
  }

  override _read(size: number): void {
    clearTimeout(this.stalled);
    const { begin } = this;
    this.begin = undefined;
    begin?.();
    super._read(size);
  }

  override _flush(done: TransformCallback): void {
    const { declared } = this.measures;
    done(declared === undefined || declared === this.passed ? null : cutShort());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.stalled);
    super._destroy(error, done);
  }

  private expectReader(): void {
    const { stalledMs } = this.measures;
    if (stalledMs === undefined) return;
    clearTimeout(this.stalled);
    this.stalled = setTimeout(() => this.destroy(cutShort('nobody takes it')), stalledMs).unref();
  }
}

/**
 * Pipes a source into a stream, no faster than the stream is read. If the stream is destroyed, the caller deals with
 * the source.
 *
 * @param whenCut called if the source fails or is closed before its end; by default it destroys the stream
 */
export function pour<Into extends Transform>(
  source: Readable,
  into: Into,
  whenCut: (cause?: Error) => void = (cause) => into.destroy(cutShort(cause)),
): Into {
  source.once('error', whenCut);
  source.once('close', () => {
    if (!source.readableEnded) whenCut();
  });
  // A source that failed before this call does not emit its error again.
  if (source.destroyed && !source.readableEnded) whenCut(source.errored ?? undefined);
  return source.pipe(into);
}

/**
 * Pipes an endless stream of events. It ends without an error when its source ends or `stopping` aborts: clients
 * reconnect.
 */
export function pourEvents(source: Readable, into: Meter, stopping: AbortSignal): Meter {
  const end = (): void => {
    source.unpipe(into);
    into.end();
  };
  const stop = (): void => {
    source.unpipe(into);
    for (let left: unknown = source.read(); left !== null; left = source.read()) into.write(left);
    into.end();
    source.destroy();
  };
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop);
  into.once('close', () => stopping.removeEventListener('abort', stop));
  return pour(source, into, end);
}
