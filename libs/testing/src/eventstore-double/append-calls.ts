import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, handleClientStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import {
  appendAnswer,
  appendSize,
  appendTooLarge,
  batchAnswer,
  batchError,
  expectedOfAppend,
  expectedOfBatch,
  leaderElsewhere,
  MAX_APPEND_SIZE,
  proposedEvent,
  streamName,
} from './append-messages.js';
import type { EventLog } from './event-log.js';
import type { Faults } from './faults.js';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append that still lacks its last message. */
interface Incoming {
  readonly options: BatchAppendReq.Options;
  readonly messages: BatchAppendReq.ProposedMessage[];
}

/** The writing calls of the gRPC service. */
export class AppendCalls {
  constructor(
    private readonly log: EventLog,
    private readonly faults: Faults,
    private readonly leads: () => boolean,
  ) {}

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
      const [stream, expected] = [streamName(options.getStreamIdentifier()), expectedOfAppend(options)];
      void this.faults
        .append(this.log, stream, expected, messages.map(proposedEvent))
        .then((outcome) => outcome && answer(null, appendAnswer(outcome)));
    });
  };

  readonly batchAppend: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    const open = new Map<string, Incoming>();
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      const correlation = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      if (options) open.set(correlation, { options, messages: [] });
      const incoming = open.get(correlation);
      if (!incoming) return;
      incoming.messages.push(...request.getProposedMessagesList());
      if (!request.getIsFinal()) return;
      open.delete(correlation);
      void this.take(call, correlation, incoming);
    });
  };

  private async take(call: BatchCall, correlation: string, { options, messages }: Incoming): Promise<void> {
    const identifier = options.getStreamIdentifier();
    if (!identifier) return;
    if (!this.leads()) {
      call.write(batchError(correlation, identifier, leaderElsewhere()));
      return;
    }
    const events = messages.map(proposedEvent);
    if (appendSize(events) > MAX_APPEND_SIZE) {
      call.write(batchError(correlation, identifier, appendTooLarge()));
      return;
    }
    const [stream, expected] = [streamName(identifier), expectedOfBatch(options)];
    const outcome = await this.faults.append(this.log, stream, expected, events);
    if (outcome && !call.destroyed) call.write(batchAnswer(correlation, identifier, outcome));
  }
}
