import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import type { handleBidiStreamingCall, handleClientStreamingCall, Metadata, ServerDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { Access } from './access.js';
import { accessDenied } from './access.js';
import {
  appendAnswer,
  appendDenied,
  appendSize,
  appendTooLarge,
  batchAnswer,
  batchError,
  expectedOfAppend,
  expectedOfBatch,
  isOverdue,
  MAX_APPEND_SIZE,
  noLeader,
  proposedEvent,
  streamName,
  timeout,
} from './append-messages.js';
import type { EventLog } from './event-log.js';
import type { Faults } from './faults.js';
import type { Membership } from './membership.js';
import { notLeader } from './membership.js';
import { streamDeleted } from './read-messages.js';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;
type BatchStatus = Parameters<typeof batchError>[2];

interface IncomingAppend {
  readonly options: BatchAppendReq.Options;
  readonly stream: StreamIdentifier;
  readonly messages: BatchAppendReq.ProposedMessage[];
}

interface Node {
  readonly log: EventLog;
  readonly faults: Faults;
  readonly access: Access;
  readonly membership: Membership;
  readonly leads: () => boolean;
}

export class AppendCalls {
  constructor(private readonly node: Node) {}

  readonly append: handleClientStreamingCall<AppendReq, AppendResp> = (call, answer) => {
    let options: AppendReq.Options | undefined;
    const messages: AppendReq.ProposedMessage[] = [];
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) messages.push(message);
    });
    call.on('end', () => {
      if (!options) return;
      const { log, faults } = this.node;
      const stream = streamName(options.getStreamIdentifier());
      if (!this.node.access.allows(call.metadata, 'write', stream)) {
        answer(accessDenied());
        return;
      }
      void faults.append(log, stream, expectedOfAppend(options), messages.map(proposedEvent)).then((outcome) => {
        if (outcome === undefined) return;
        if (outcome === 'timeout') answer({ code: status.ABORTED, details: 'Operation timed out' });
        else if (outcome === 'stream-deleted') answer(streamDeleted(stream));
        else answer(null, appendAnswer(outcome));
      });
    });
  };

  readonly batchAppend: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    const open = new Map<string, IncomingAppend>();
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      const correlation = request.getCorrelationId()?.getString() ?? '';
      const [options, stream] = [request.getOptions(), request.getOptions()?.getStreamIdentifier()];
      if (options && stream) {
        const refusal = this.refusal(call.metadata, options);
        if (refusal) call.write(batchError(correlation, stream, refusal));
        else open.set(correlation, { options, stream, messages: [] });
      }
      const incoming = open.get(correlation);
      if (!incoming) return;
      incoming.messages.push(...request.getProposedMessagesList());
      if (!request.getIsFinal()) return;
      open.delete(correlation);
      void this.answerFor(call, correlation, incoming);
    });
  };

  private refusal(metadata: Metadata, options: BatchAppendReq.Options): BatchStatus | undefined {
    if (!this.node.access.allows(metadata, 'write', streamName(options.getStreamIdentifier()))) return appendDenied();
    return isOverdue(options) ? timeout() : undefined;
  }

  private async answerFor(
    call: BatchCall,
    correlation: string,
    { options, stream, messages }: IncomingAppend,
  ): Promise<void> {
    const { log, faults, leads, membership } = this.node;
    const events = messages.map(proposedEvent);
    if (appendSize(events) > MAX_APPEND_SIZE) {
      call.write(batchError(correlation, stream, appendTooLarge()));
    } else if (leads()) {
      const outcome = await faults.append(log, streamName(stream), expectedOfBatch(options), events);
      if (outcome && !call.destroyed) call.write(batchAnswer(correlation, stream, outcome));
    } else if (membership.leaderPort === undefined) {
      call.write(batchError(correlation, stream, noLeader()));
    } else {
      // A real server, too, ends the call if it knows who leads.
      call.emit('error', notLeader(membership));
    }
  }
}
