import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { streamName } from './append-messages.js';
import type { RecordedEvent } from './events.js';

export interface ReadRequest {
  /** Name of the stream; undefined for `$all`. */
  readonly stream: string | undefined;
  readonly backwards: boolean;
  readonly subscription: boolean;
  /** A revision of the stream, or a position in `$all`. */
  readonly from: bigint | 'start' | 'end';
  readonly count: number;
  readonly matches: (event: RecordedEvent) => boolean;
  /** How many events that don't match come before a subscription gets a checkpoint. */
  readonly checkpointEvents: number;
}

/** An event's revision in a stream, or its position in `$all`. */
export const placeOf = ({ position, revision }: RecordedEvent, { stream }: ReadRequest): bigint =>
  stream === undefined ? position : revision;

/** The server's page size. A filter's window has this size if the request names none. */
const PAGE_EVENTS = 32;

export function readRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions() ?? new streams.ReadReq.Options();
  const stream = options.getStream();
  const filter = options.getFilter();
  return {
    stream: stream && streamName(stream.getStreamIdentifier()),
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    subscription: options.hasSubscription(),
    from: fromOf(options),
    count: options.hasCount() ? Number(options.getCount()) : Infinity,
    matches: filter ? matcher(filter) : () => true,
    checkpointEvents: filter ? (filter.getMax() || PAGE_EVENTS) * filter.getCheckpointintervalmultiplier() : Infinity,
  };
}

function fromOf(options: ReadReq.Options): ReadRequest['from'] {
  const [stream, all] = [options.getStream(), options.getAll()];
  if (stream?.hasEnd() || all?.hasEnd()) return 'end';
  if (stream?.hasRevision()) return BigInt(stream.getRevision());
  const position = all?.getPosition();
  return position ? BigInt(position.getCommitPosition()) : 'start';
}

function matcher(filter: ReadReq.Options.FilterOptions): ReadRequest['matches'] {
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return ({ stream, properties }) => {
    const subject = byType ? (new Map(properties).get('type') ?? '') : stream;
    return regex ? regex.test(subject) : prefixes.some((prefix) => subject.startsWith(prefix));
  };
}
