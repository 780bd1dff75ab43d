import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { Access } from './access.js';
import { accessDenied } from './access.js';
import type { EventLog } from './event-log.js';
import type { RecordedEvent } from './events.js';
import { eventMessage, streamDeleted, streamNotFoundMessage } from './read-messages.js';
import type { ReadRequest } from './read-request.js';
import { placeOf, readRequest } from './read-request.js';
import type { ReadCall, SlowSubscriptions } from './subscription.js';
import { indexAfter, send, Subscription } from './subscription.js';

export class ReadCalls {
  private readonly subscriptions = new Set<Subscription>();

  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
    private readonly slow: SlowSubscriptions,
  ) {}

  /** Ends every subscription. Servers up to 23.10 do this to one whose buffer of live events is full. */
  drop(): void {
    for (const subscription of this.subscriptions) subscription.drop();
  }

  readonly read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    const request = readRequest(call.request);
    const gone = new AbortController();
    call.on('cancelled', () => gone.abort());
    call.on('close', () => gone.abort());
    call.on('error', () => gone.abort());
    if (!this.access.allows(call.metadata, 'read', request.stream ?? '$all')) {
      call.emit('error', accessDenied());
      return;
    }
    const answering = request.subscription
      ? this.subscribe(call, request, gone.signal)
      : this.readOnce(call, request, gone.signal);
    // When the call ends, it aborts its waits for room or for new events. That is no error.
    answering.catch(() => undefined);
  };

  private async readOnce(call: ReadCall, request: ReadRequest, gone: AbortSignal): Promise<void> {
    const { stream } = request;
    if (stream !== undefined && this.log.isTombstoned(stream)) {
      call.emit('error', streamDeleted(stream));
      return;
    }
    const events = this.source(request);
    if (stream !== undefined && events.length === 0) {
      call.write(streamNotFoundMessage(stream));
    } else {
      let left = request.count;
      for (const event of selected(events, request)) {
        if (left === 0 || gone.aborted) break;
        if (!request.matches(event)) continue;
        left -= 1;
        await send(call, eventMessage(event), gone);
      }
    }
    call.end();
  }

  private async subscribe(call: ReadCall, request: ReadRequest, gone: AbortSignal): Promise<void> {
    const after = this.placeBefore(request);
    if (after === undefined) {
      call.emit('error', { code: status.INVALID_ARGUMENT, details: 'Trying to read from an invalid position.' });
      return;
    }
    const subscription = new Subscription(call, this.log, request, after, this.slow);
    this.subscriptions.add(subscription);
    gone.addEventListener('abort', () => this.subscriptions.delete(subscription));
    await subscription.run(gone);
  }

  private source({ stream }: ReadRequest): readonly RecordedEvent[] {
    return stream === undefined ? this.log.all : this.log.stream(stream);
  }

  /** Finds the event after which a subscription begins. Like the server, this accepts only positions of events. */
  private placeBefore(request: ReadRequest): bigint | undefined {
    const { from } = request;
    if (from === 'start') return -1n;
    const events = this.source(request);
    const last = events.at(-1);
    if (from === 'end') return last ? placeOf(last, request) : -1n;
    const event = events[indexAfter(events, from, request) - 1];
    return event && placeOf(event, request) === from ? from : undefined;
  }
}

function* selected(events: readonly RecordedEvent[], request: ReadRequest): Iterable<RecordedEvent> {
  const { from, backwards } = request;
  if (from === (backwards ? 'start' : 'end')) return;
  const outside = (event: RecordedEvent): boolean =>
    typeof from === 'bigint' && (backwards ? placeOf(event, request) > from : placeOf(event, request) < from);
  for (let step = 0; step < events.length; step += 1) {
    const event = events.at(backwards ? -1 - step : step);
    if (event && !outside(event)) yield event;
  }
}
