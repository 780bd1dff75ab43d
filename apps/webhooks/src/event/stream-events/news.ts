import type { Watcher } from '../recorded-events.session.js';
import type { EventStream } from './event-stream.js';

type FedStream = Pick<EventStream<unknown>, 'advance' | 'end'>;

/** Remembers what is reported before the stream exists, and passes it on once it does. */
export class News implements Watcher {
  private newest = 0n;
  private isLost = false;
  private stream: FedStream | undefined;

  feed(stream: FedStream): void {
    this.stream = stream;
    if (this.isLost) stream.end();
    else stream.advance(this.newest);
  }

  readonly onRecorded = (newest: bigint): void => {
    this.newest = newest;
    this.stream?.advance(newest);
  };

  readonly onLost = (): void => {
    this.isLost = true;
    this.stream?.end();
  };
}
