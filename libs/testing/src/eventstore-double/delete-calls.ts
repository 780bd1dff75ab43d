import type { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Access } from './access.js';
import { accessDenied } from './access.js';
import { streamName } from './append-messages.js';
import type { EventLog } from './event-log.js';

/** The deleting calls of the gRPC service. They ignore the expected revision. */
export class DeleteCalls {
  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
  ) {}

  readonly delete: handleUnaryCall<DeleteReq, DeleteResp> = ({ request, metadata }, answer) => {
    const stream = streamName(request.getOptions()?.getStreamIdentifier());
    if (!this.access.allows(metadata, 'delete', stream)) {
      answer(accessDenied());
      return;
    }
    const position = String(this.log.delete(stream).position);
    const at = new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
    answer(null, new streams.DeleteResp().setPosition(at));
  };

  readonly tombstone: handleUnaryCall<TombstoneReq, TombstoneResp> = ({ request, metadata }, answer) => {
    const stream = streamName(request.getOptions()?.getStreamIdentifier());
    if (!this.access.allows(metadata, 'delete', stream)) {
      answer(accessDenied());
      return;
    }
    const position = String(this.log.tombstone(stream).position);
    const at = new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
    answer(null, new streams.TombstoneResp().setPosition(at));
  };
}
