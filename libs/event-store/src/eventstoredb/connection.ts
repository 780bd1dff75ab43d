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
 * Uses the client's connection: its connection string with TLS and credentials, its search for a cluster's leader, its
 * reconnecting. The calls are our own. The client's append keeps everything in flight in one table for the whole
 * process, clears it for every store when one connection is lost, and then throws where nobody can catch. In its
 * subscription, checkpoints overtake the events before them (ADR 13).
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
   * Repeats a failing call within the connection string's time limit. Leaves a node that does not answer or can't
   * serve, since it may keep its connections open.
   *
   * @throws EventStoreUnavailable
   */
  calling<Result>(attempt: TimedCall<Result>['attempt']): Promise<Result> {
    const { deadlineMs: limitMs = ANSWER_MS_MAX } = this.address;
    return retryingCalls({ limitMs, attempt, onUnfit: () => this.leaveNode() });
  }

  /** @param leftMs the call fails after this time; without it, the call stays open */
  read(request: ReadRequest, leftMs?: () => number): Promise<ReadCall> {
    return this.open((streams) =>
      streams.makeServerStreamRequest(READ, encodeRead, decodeRead, request, ...this.callArguments(leftMs)),
    );
  }

  /** One call for any number of appends. Answers name their append by its correlation id. */
  batchAppend(): Promise<AppendCall> {
    return this.open((streams) =>
      streams.makeBidiStreamRequest(BATCH_APPEND, encodeAppend, decodeAppend, ...this.callArguments()),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client.dispose();
    // Not waited for: if no node was ever reached, the client still looks for one.
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

  /** Breaks every call as if the node were gone, so that the client looks for another. */
  private leaveNode(): void {
    for (const call of this.calls) {
      call.destroy(nodeLeft());
      call.cancel();
    }
  }

  /** Only a cluster's leader knows the answers to other writers. */
  private callArguments(leftMs?: () => number): ReturnType<EventStoreDBClient['callArguments']> {
    const { credentials } = this.address;
    return leftMs
      ? this.client['callArguments']({ requiresLeader: true, credentials, deadline: leftMs() })
      : this.client['callArguments']({ requiresLeader: true, credentials }, { deadline: Infinity });
  }
}
