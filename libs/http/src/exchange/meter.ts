import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { DomainError, type ErrorCode } from '@halyard/core';

export interface Measures {
  readonly bytesMax: number;
  /** What more of them fail with. */
  readonly tooLarge?: ErrorCode;
  /** How many bytes there are said to be. */
  readonly declared?: number | undefined;
  /** For how long nothing may be taken of what is there to be read. */
  readonly stalledMs?: number;
}

/** Someone went away half way: what has come is not all. */
export const cutShort = (cause?: unknown): DomainError =>
  new DomainError('BadRequest', { message: 'It ended before it was whole.', cause });

/**
 * Bytes on their way, counted. It ends only when all of them have passed: a reader that comes to its end has read the
 * whole, and any other reader gets an error.
 */
export class Meter extends Transform {
  private passed = 0;
  private stalled: NodeJS.Timeout | undefined;

  constructor(private readonly measures: Measures) {
    super();
    // Who reads it is told; where nobody does any more, nobody has to be.
    this.on('error', () => undefined);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.passed += chunk.length;
    const { bytesMax, tooLarge = 'PayloadTooLarge' } = this.measures;
    if (this.passed > bytesMax) return done(new DomainError(tooLarge));
    if (!this.push(chunk)) this.expectReader();
    done();
  }

  override _read(size: number): void {
    clearTimeout(this.stalled);
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
 * Lets a source run through a stream, no faster than that is read.
 *
 * @param whenCut what becomes of the stream when its source fails, or is given up half way; it fails unless told. What
 * becomes of the source when the stream is given up is for the caller to say
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
  // One that failed before anybody took it says so no more.
  if (source.destroyed && !source.readableEnded) whenCut(source.errored ?? undefined);
  return source.pipe(into);
}

/**
 * The same for a stream of events, which has no end of its own: it ends where its source is cut, and when someone stops.
 * Its clients ask for it again.
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
