import { once } from 'node:events';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { EventLog, RecordedEvent } from './event-log.js';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  streamNotFoundMessage,
} from './read-messages.js';
import type { ReadRequest } from './read-request.js';
import { readRequest } from './read-request.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** The reading calls of the gRPC service. */
export class ReadCalls {
  private readonly subscriptions = new Set<Call>();

  constructor(private readonly log: EventLog) {}

  /** Ends every subscription as servers up to 23.10 do when its buffer of live events is full. */
  drop(): void {
    const details = 'Consumer too slow to handle event while live. Client resubscription required.';
    for (const call of this.subscriptions) call.emit('error', { code: status.ABORTED, details });
  }

  readonly read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    const request = readRequest(call.request);
    const gone = new AbortController();
    call.on('cancelled', () => gone.abort());
    call.on('close', () => gone.abort());
    call.on('error', () => gone.abort());
    const answering = request.subscription
      ? this.subscribe(call, request, gone.signal)
      : this.readOnce(call, request, gone.signal);
    // The end of the call aborts its waits, for room or for new events.
    answering.catch(() => undefined);
  };

  private async readOnce(call: Call, request: ReadRequest, gone: AbortSignal): Promise<void> {
    const events = this.source(request);
    if (request.stream !== undefined && events.length === 0) {
      call.write(streamNotFoundMessage(request.stream));
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

  private async subscribe(call: Call, request: ReadRequest, gone: AbortSignal): Promise<void> {
    let next = this.firstOf(request);
    if (next === undefined) {
      call.emit('error', { code: status.INVALID_ARGUMENT, details: 'No event stands at that position' });
      return;
    }
    this.subscriptions.add(call);
    gone.addEventListener('abort', () => this.subscriptions.delete(call));
    call.write(confirmationMessage(crypto.randomUUID()));
    let [caughtUp, unmatched] = [false, 0];
    while (!gone.aborted) {
      const event = this.source(request)[next];
      if (!event) {
        if (!caughtUp) call.write(caughtUpMessage());
        caughtUp = true;
        await this.log.grown(gone);
        continue;
      }
      next += 1;
      const matches = request.matches(event);
      unmatched = matches ? 0 : unmatched + 1;
      if (matches) await send(call, eventMessage(event), gone);
      else if (unmatched % request.checkpointEvents === 0) await send(call, checkpointMessage(event), gone);
    }
  }

  private source({ stream }: ReadRequest): readonly RecordedEvent[] {
    return stream === undefined ? this.log.all : this.log.stream(stream);
  }

  /** A subscription begins after an event: like the server, this accepts only positions of events. */
  private firstOf(request: ReadRequest): number | undefined {
    const events = this.source(request);
    if (request.from === 'start') return 0;
    if (request.from === 'end') return events.length;
    const at = events.findIndex((event) => placeOf(event, request) === request.from);
    return at < 0 ? undefined : at + 1;
  }
}

const placeOf = ({ position, revision }: RecordedEvent, { stream }: ReadRequest): bigint =>
  stream === undefined ? position : BigInt(revision);

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

async function send(call: Call, message: ReadResp, gone: AbortSignal): Promise<void> {
  if (!call.write(message)) await once(call, 'drain', { signal: gone });
}
