import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import { finished } from 'node:stream';
import { ServerUnusable } from '@halyard/core';
import { asError } from '../as-error.js';
import { EventStoreUnavailable } from '../event-store.js';
import type { EventStoreDbAddress } from './connection-string.js';
import { readConnectionString } from './connection-string.js';
import type { AppendRequest, AppendResponse, ReadRequest, ReadResponse } from './protocol.js';
import { decodeAppend, decodeRead, encodeAppend, encodeRead } from './protocol.js';
import type { TimedCall } from './trouble.js';
import { ANSWER_MS_MAX, nodeLeft, retryingCalls } from './trouble.js';

const { path: READ } = StreamsService.read;
const { path: BATCH_APPEND } = StreamsService.batchAppend;

type ReadCall = ClientReadableStream<ReadResponse>;
export type AppendCall = ClientDuplexStream<AppendRequest, AppendResponse>;

/**
 * Makes calls over the client's connection. From the client we use the connection string with TLS and credentials, the
 * search for a cluster's leader, and reconnecting. The calls are our own. The client's append has one table of
 * everything in flight for the whole process; when one connection is lost, it clears the table for every store, and
 * then throws where nobody can catch. The client's subscription gives checkpoints before the events that they cover
 * (ADR 13).
 */
export class Connection {
  private readonly address: EventStoreDbAddress;
  private readonly client: EventStoreDBClient;
  private readonly calls = new Set<ReadCall | AppendCall>();
  private closed = false;

  /** @throws ServerUnusable if the connection string is malformed, or names a missing file */
  constructor(connectionString: string) {
    try {
      this.address = readConnectionString(connectionString);
      this.client = EventStoreDBClient.connectionString(this.address.withoutCredentials);
    } catch (error) {
      throw new ServerUnusable(`The connection string of the event store is not usable: ${asError(error).message}`);
    }
  }

  /**
   * Makes a call, and repeats it while it fails, within the connection string's time limit. If a node does not answer
   * or can't serve, the client leaves it: such a node may still hold its connections open.
   *
   * @throws EventStoreUnavailable
   */
  calling<Result>(attempt: TimedCall<Result>['attempt']): Promise<Result> {
    const { deadlineMs: limitMs = ANSWER_MS_MAX } = this.address;
    return retryingCalls({ limitMs, attempt, onUnfit: () => this.leaveNode() });
  }

  /** @param leftMs gives the time after which the call fails. Without it, the call stays open */
  read(request: ReadRequest, leftMs?: () => number): Promise<ReadCall> {
    return this.open((streams) =>
      streams.makeServerStreamRequest(READ, encodeRead, decodeRead, request, ...this.callArguments(leftMs)),
    );
  }

  /** Opens one call for any number of appends. Answers name their append by its correlation id. */
  batchAppend(): Promise<AppendCall> {
    return this.open((streams) =>
      streams.makeBidiStreamRequest(BATCH_APPEND, encodeAppend, decodeAppend, ...this.callArguments()),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client.dispose();
    // Nobody waits for this: if no node was ever reached, the client is still looking for one.
    void this.client['getChannel']().then(
      (channel) => channel.close(),
      () => undefined,
    );
  }

  private async open<Call extends ReadCall | AppendCall>(begin: (streams: StreamsClient) => Call): Promise<Call> {
    if (this.closed) throw new EventStoreUnavailable('The event store is closed');
    const call = await this.client['GRPCStreamCreator'](StreamsClient, 'streams', begin)();
    this.calls.add(call);
    finished(call, () => this.calls.delete(call));
    return call;
  }

  /** Breaks every call as if the node had gone, so that the client looks for another node. */
  private leaveNode(): void {
    for (const call of this.calls) {
      call.destroy(nodeLeft());
      call.cancel();
    }
  }

  /**
   * Arguments of a call, which goes to the cluster's leader: only the leader knows what was answered to other writers.
   */
  private callArguments(leftMs?: () => number): ReturnType<EventStoreDBClient['callArguments']> {
    const { credentials } = this.address;
    return leftMs
      ? this.client['callArguments']({ requiresLeader: true, credentials, deadline: leftMs() })
      : this.client['callArguments']({ requiresLeader: true, credentials }, { deadline: Infinity });
  }
}
