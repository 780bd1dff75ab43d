import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status as grpcStatus } from '@grpc/grpc-js';
import anyMessage from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessage from 'google-protobuf/google/protobuf/empty_pb.js';
import type { AppendOutcome, ExpectedVersion } from './event-log.js';
import type { ProposedEvent } from './events.js';

export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedEvent = (message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  properties: message.getMetadataMap().getEntryList(),
  data: message.getData_asU8(),
  customMetadata: message.getCustomMetadata_asU8(),
});

export function expectedOfAppend(options: AppendReq.Options): ExpectedVersion {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
}

export function expectedOfBatch(options: BatchAppendReq.Options): ExpectedVersion {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
}

export const isOverdue = (options: BatchAppendReq.Options): boolean => {
  const deadline = options.getDeadline();
  return deadline !== undefined && deadline.toDate().getTime() <= Date.now();
};

export function appendAnswer(outcome: Exclude<AppendOutcome, 'stream-deleted'>): AppendResp {
  if ('wrongExpectedVersion' in outcome) {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.wrongExpectedVersion >= 0) wrong.setCurrentRevision(String(outcome.wrongExpectedVersion));
    else wrong.setCurrentNoStream(new shared.Empty());
    return new streams.AppendResp().setWrongExpectedVersion(wrong);
  }
  const position = new streams.AppendResp.Position()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  return new streams.AppendResp().setSuccess(
    new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
  );
}

export function batchAnswer(
  correlation: string,
  stream: StreamIdentifier,
  outcome: AppendOutcome | 'timeout',
): BatchAppendResp {
  if (outcome === 'timeout') return batchError(correlation, stream, timeout());
  if (outcome === 'stream-deleted') return batchError(correlation, stream, streamDeleted(stream));
  if ('wrongExpectedVersion' in outcome) {
    return batchError(correlation, stream, wrongExpectedVersion(outcome.wrongExpectedVersion));
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  return batchResponse(correlation, stream).setSuccess(
    new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
  );
}

type Status = InstanceType<typeof status.Status>;

export const batchError = (correlation: string, stream: StreamIdentifier, error: Status): BatchAppendResp =>
  batchResponse(correlation, stream).setError(error);

const batchResponse = (correlation: string, stream: StreamIdentifier): InstanceType<typeof streams.BatchAppendResp> =>
  new streams.BatchAppendResp().setCorrelationId(structured(correlation)).setStreamIdentifier(stream);

function failure(code: grpcStatus, message: string, details: { serializeBinary(): Uint8Array }, type: string): Status {
  const packed = new anyMessage.Any();
  packed.pack(details.serializeBinary(), type);
  return new status.Status().setCode(Number(code)).setMessage(message).setDetails(packed);
}

/** The answer of a node while its cluster elects a leader. It has no code. */
export const noLeader = (): Status =>
  failure(grpcStatus.OK, 'No leader info available in response', new emptyMessage.Empty(), 'google.protobuf.Empty');

export const appendDenied = (): Status =>
  failure(grpcStatus.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied(), 'event_store.client.AccessDenied');

export const timeout = (): Status =>
  failure(grpcStatus.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout(), 'event_store.client.Timeout');

const streamDeleted = (stream: StreamIdentifier): Status =>
  failure(
    grpcStatus.NOT_FOUND,
    'StreamDeleted',
    new shared.StreamDeleted().setStreamIdentifier(stream),
    'event_store.client.StreamDeleted',
  );

/** The most bytes in the data and metadata of one append, as a server's default. */
export const MAX_APPEND_SIZE = 1_048_576;

export const appendSize = (events: readonly ProposedEvent[]): number =>
  events.reduce((sum, { data, customMetadata }) => sum + data.length + customMetadata.length, 0);

export const appendTooLarge = (): Status =>
  failure(
    grpcStatus.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE),
    'event_store.client.MaximumAppendSizeExceeded',
  );

function wrongExpectedVersion(current: number): Status {
  const wrong = new shared.WrongExpectedVersion();
  if (current >= 0) wrong.setCurrentStreamRevision(String(current));
  else wrong.setCurrentNoStream(new emptyMessage.Empty());
  return failure(grpcStatus.ALREADY_EXISTS, 'WrongExpectedVersion', wrong, 'event_store.client.WrongExpectedVersion');
}

/** Writes an id in the second of the two forms that servers use. */
function structured(uuid: string): UUID {
  const hex = uuid.replaceAll('-', '');
  const bits = (part: string): string => String(BigInt.asIntN(64, BigInt(`0x${part}`)));
  return new shared.UUID().setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits(bits(hex.slice(0, 16)))
      .setLeastSignificantBits(bits(hex.slice(16))),
  );
}
