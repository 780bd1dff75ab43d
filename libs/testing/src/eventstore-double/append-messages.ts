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
import type { AppendOutcome, ExpectedVersion, ProposedEvent } from './event-log.js';

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

export function appendAnswer(outcome: AppendOutcome): AppendResp {
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

export function batchAnswer(correlation: string, stream: StreamIdentifier, outcome: AppendOutcome): BatchAppendResp {
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

/** What a node answers that has led, and does no more. */
export function leaderElsewhere(): Status {
  const details = new anyMessage.Any();
  details.pack(new emptyMessage.Empty().serializeBinary(), 'google.protobuf.Empty');
  return new status.Status()
    .setCode(Number(grpcStatus.UNAVAILABLE))
    .setMessage('Leader info available')
    .setDetails(details);
}

/** Bytes of data and metadata in one append, as a server is installed. */
export const MAX_APPEND_SIZE = 1_048_576;

export const appendSize = (events: readonly ProposedEvent[]): number =>
  events.reduce((sum, { data, customMetadata }) => sum + data.length + customMetadata.length, 0);

export function appendTooLarge(): Status {
  const details = new anyMessage.Any();
  const message = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);
  details.pack(message.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  return new status.Status()
    .setCode(Number(grpcStatus.INVALID_ARGUMENT))
    .setMessage('Maximum Append Size Exceeded')
    .setDetails(details);
}

function wrongExpectedVersion(current: number): Status {
  const wrong = new shared.WrongExpectedVersion();
  if (current >= 0) wrong.setCurrentStreamRevision(String(current));
  else wrong.setCurrentNoStream(new emptyMessage.Empty());
  const details = new anyMessage.Any();
  details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return new status.Status()
    .setCode(Number(grpcStatus.FAILED_PRECONDITION))
    .setMessage('WrongExpectedVersion')
    .setDetails(details);
}

/** A server may return an id in the other of its two forms. */
function structured(uuid: string): UUID {
  const hex = uuid.replaceAll('-', '');
  const bits = (part: string): string => String(BigInt.asIntN(64, BigInt(`0x${part}`)));
  return new shared.UUID().setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits(bits(hex.slice(0, 16)))
      .setLeastSignificantBits(bits(hex.slice(16))),
  );
}
