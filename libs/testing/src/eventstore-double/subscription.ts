import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { EventLog } from './event-log.js';
import type { RecordedEvent } from './events.js';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './read-messages.js';
import type { ReadRequest } from './read-request.js';
import { placeOf } from './read-request.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/**
 * The reaction of a server to a live subscription that is behind by more than its buffer. Servers up to 23.10 drop it;
 * servers from 24.2 on let it catch up.
 */
export type SlowSubscriptions = 'are-dropped' | 'catch-up';

const LIVE_EVENTS_MAX = 32;
const PAGE_EVENTS = 32;

/**
 * One subscription. While it is behind, it reads pages of the log. At the end of the log it becomes live, and gets each
 * commit.
 */
export class Subscription {
  /** The messages to send; undefined while the subscription catches up. */
  private live: { readonly message: ReadResp; readonly place: bigint }[] | undefined;
  private isOverfull = false;
  private considered = 0;
  private wake = (): void => undefined;

  /** @param after the place of the last event that the client has */
  constructor(
    private readonly call: ReadCall,
    private readonly log: EventLog,
    private readonly request: ReadRequest,
    private after: bigint,
    private readonly slow: SlowSubscriptions,
  ) {}

  /** Serves the subscription. Rejects once the call is gone. */
  async run(gone: AbortSignal): Promise<void> {
    this.call.write(confirmationMessage(crypto.randomUUID()));
    const end = this.log.onCommit((event) => this.arrive(event));
    gone.addEventListener('abort', () => this.wake());
    try {
      while (!gone.aborted) {
        await this.catchUp(gone);
        await this.follow(gone);
      }
    } finally {
      end();
    }
  }

  drop(state = 'live'): void {
    const details = `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`;
    this.call.emit('error', { code: status.ABORTED, details });
  }

  private async catchUp(gone: AbortSignal): Promise<void> {
    for (;;) {
      const events = this.source();
      const first = indexAfter(events, this.after, this.request);
      const page = events.slice(first, first + PAGE_EVENTS);
      if (page.length === 0) break;
      for (const event of page) {
        const message = this.messageFor(event);
        if (message) await send(this.call, message, gone);
        this.after = placeOf(event, this.request);
      }
      await nextTurn();
    }
    this.isOverfull = false;
    this.live = [];
  }

  /** Sends live events until the subscription has to catch up again. */
  private async follow(gone: AbortSignal): Promise<void> {
    await send(this.call, caughtUpMessage(), gone);
    while (!gone.aborted && !this.isOverfull) {
      const next = this.live?.shift();
      if (next) {
        await send(this.call, next.message, gone);
        this.after = next.place;
      } else {
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    }
    this.live = undefined;
  }

  private arrive(event: RecordedEvent): void {
    const { live, request } = this;
    if (!live || this.isOverfull || (request.stream !== undefined && event.stream !== request.stream)) return;
    const message = this.messageFor(event);
    if (!message) return;
    if (live.length < LIVE_EVENTS_MAX) {
      live.push({ message, place: placeOf(event, request) });
    } else {
      this.isOverfull = true;
      if (this.slow === 'are-dropped') this.drop();
    }
    this.wake();
  }

  /**
   * The message for an event: the event itself if it matches; otherwise, now and then, how far the server has looked.
   */
  private messageFor(event: RecordedEvent): ReadResp | undefined {
    this.considered += 1;
    if (this.request.matches(event)) return eventMessage(event);
    if (this.considered < this.request.checkpointEvents) return undefined;
    this.considered = 0;
    return checkpointMessage(event);
  }

  private source(): readonly RecordedEvent[] {
    const { stream } = this.request;
    return stream === undefined ? this.log.all : this.log.stream(stream);
  }
}

/** Index of the first event after a place. Places grow, so bisection finds it. */
export function indexAfter(events: readonly RecordedEvent[], place: bigint, request: ReadRequest): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = events[middle];
    if (event && placeOf(event, request) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

export async function send(call: ReadCall, message: ReadResp, gone: AbortSignal): Promise<void> {
  if (!call.write(message)) await once(call, 'drain', { signal: gone });
}
