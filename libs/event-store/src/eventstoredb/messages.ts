import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedAppend, EncodedEvent } from '../encoded-append.js';
import { NO_REVISION } from '../encoded-append.js';
import type { EventMetadata, Position, StoredEvent } from '../event-store.js';
import { UnreadableEvent } from '../event-store.js';
import type { Namespace } from '../namespace.js';

type BatchAppendReq = InstanceType<typeof streams.BatchAppendReq>;
type RecordedEvent = ReadResp.ReadEvent.RecordedEvent;

/** Every stream but those that EventStoreDB keeps for itself. */
const NO_SYSTEM_STREAM = '^[^$]';
/** After this many filtered events the server sends a checkpoint. */
const CHECKPOINT_EVENTS = 500;

/** What a server sends for a position that it does not know. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

const identifier = (stream: string): InstanceType<typeof shared.StreamIdentifier> =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

const request = (set: (options: ReadReq.Options) => unknown): ReadReq => {
  const options = new streams.ReadReq.Options();
  options.setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()));
  set(options);
  return new streams.ReadReq().setOptions(options);
};

const withoutSystemStreams = (): ReadReq.Options.FilterOptions =>
  new streams.ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new streams.ReadReq.Options.FilterOptions.Expression().setRegex(NO_SYSTEM_STREAM))
    .setMax(CHECKPOINT_EVENTS)
    .setCheckpointintervalmultiplier(1);

/** @param from a revision; undefined for the end of the stream that the direction begins at */
export function readStreamRequest(
  stream: string,
  direction: 'forwards' | 'backwards',
  from: number | undefined,
  count: number,
): ReadReq {
  const { StreamOptions, ReadDirection } = streams.ReadReq.Options;
  const options = new StreamOptions().setStreamIdentifier(identifier(stream));
  if (from !== undefined) options.setRevision(String(from));
  else if (direction === 'forwards') options.setStart(new shared.Empty());
  else options.setEnd(new shared.Empty());
  return request((read) =>
    read
      .setStream(options)
      .setReadDirection(direction === 'forwards' ? ReadDirection.FORWARDS : ReadDirection.BACKWARDS)
      .setCount(String(count))
      .setNoFilter(new shared.Empty()),
  );
}

/** The newest event of the global order outside system streams. */
export function readHeadRequest(): ReadReq {
  const { AllOptions, ReadDirection } = streams.ReadReq.Options;
  return request((read) =>
    read
      .setAll(new AllOptions().setEnd(new shared.Empty()))
      .setReadDirection(ReadDirection.BACKWARDS)
      .setCount('1')
      .setFilter(withoutSystemStreams()),
  );
}

/** The global order after a position of it, without the system streams, and what follows live. */
export function subscribeRequest(after: Position): ReadReq {
  const { AllOptions, Position, SubscriptionOptions } = streams.ReadReq.Options;
  const options = new AllOptions();
  if (after === 0n) options.setStart(new shared.Empty());
  // One append's commit and prepare position are the same; they differ for transactions of several requests only.
  else options.setPosition(new Position().setCommitPosition(String(after)).setPreparePosition(String(after)));
  return request((read) =>
    read.setAll(options).setSubscription(new SubscriptionOptions()).setFilter(withoutSystemStreams()),
  );
}

/** One append in one request, without a deadline: that would compare the clocks of two machines. */
export function appendRequest({ stream, expected, events }: EncodedAppend, correlation: string): BatchAppendReq {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifier(stream));
  if (expected === NO_REVISION) options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlation))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
}

function proposed({ id, type, data, metadata }: EncodedEvent) {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(data));
  if (metadata !== null) message.setCustomMetadata(Buffer.from(metadata));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
}

/** Servers encode an id in one of two ways. */
export function uuidText(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured();
  if (!structured) return uuid?.getString() ?? '';
  const hex = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

export const streamOf = (event: RecordedEvent): string =>
  text(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array());

/** Undefined when the server does not know it. */
export function knownPosition(at: { getCommitPosition(): string }): Position | undefined {
  const position = BigInt(at.getCommitPosition());
  return position === UNKNOWN_POSITION ? undefined : position;
}

export function positionOf(event: RecordedEvent): Position {
  const position = knownPosition(event);
  if (position === undefined) throw new Error('The event store is older than EventStoreDB 22.6: it tells no positions');
  return position;
}

/** Servers count time in ticks of 100 ns since 1970. */
const TICKS_PER_MS = 10_000;

export function toStoredEvent(event: RecordedEvent, namespace: Namespace): StoredEvent {
  const properties = event.getMetadataMap();
  const head = {
    id: uuidText(event.getId()),
    stream: namespace.own(streamOf(event)),
    revision: Number(event.getStreamRevision()),
    position: positionOf(event),
    recordedAt: new Date(Number(properties.get('created')) / TICKS_PER_MS),
    type: properties.get('type') ?? '',
  };
  try {
    const beside = text(event.getCustomMetadata_asU8());
    const data: unknown = JSON.parse(text(event.getData_asU8()));
    return { ...head, data, metadata: beside === '' ? {} : (JSON.parse(beside) as EventMetadata) };
  } catch {
    return unreadable(head);
  }
}

/** Without the error of the parser, which repeats some of the body. */
function unreadable(head: Omit<StoredEvent, 'data' | 'metadata'>): StoredEvent {
  const fail = (): never => {
    throw new UnreadableEvent('the body of the event is not JSON');
  };
  return {
    ...head,
    get data() {
      return fail();
    },
    get metadata() {
      return fail();
    },
  };
}
