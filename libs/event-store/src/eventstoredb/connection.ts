import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import { EventStoreUnavailable } from '../event-store.js';

type ReadCall = ClientReadableStream<ReadResp>;
export type AppendCall = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

/**
 * The client's connection: its connection string with TLS and credentials, its search for the leader of a cluster, its
 * reconnecting. The calls on it are our own. The client's append keeps what is in flight in one table for the whole
 * process, clears it for every store when one connection is lost, and then throws where nobody can catch; and it has a
 * subscription's checkpoints overtake the events before them (ADR 13).
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private closed = false;

  /** @throws Error for what is no connection string; it does not repeat the string, which holds a password */
  constructor(connectionString: string) {
    try {
      this.client = EventStoreDBClient.connectionString(connectionString);
    } catch {
      throw new Error('The connection string of the event store is none: esdb://user:password@host:2113?tls=true');
    }
  }

  /** @param deadlineMs after which the call fails; without it, the call stays open */
  read(request: ReadReq, deadlineMs?: number): Promise<ReadCall> {
    return this.open((streams) => streams.read(request, ...this.callArguments(deadlineMs)));
  }

  /** One call for any number of appends, whose answers name the append by its correlation id. */
  batchAppend(): Promise<AppendCall> {
    return this.open((streams) => streams.batchAppend(...this.callArguments()));
  }

  /** Ends every call. */
  async close(): Promise<void> {
    this.closed = true;
    await this.client.dispose();
    // Not waited for: where no node was ever reached, the client still looks for one.
    void this.client['getChannel']().then(
      (channel) => channel.close(),
      () => undefined,
    );
  }

  private async open<Call extends ReadCall | AppendCall>(begin: (streams: StreamsClient) => Call): Promise<Call> {
    if (this.closed) throw new EventStoreUnavailable('The event store is closed');
    return this.client['GRPCStreamCreator'](StreamsClient, 'streams', begin)();
  }

  /** Only the leader of a cluster knows what was answered to other writers. */
  private callArguments(deadlineMs?: number): ReturnType<EventStoreDBClient['callArguments']> {
    return deadlineMs === undefined
      ? this.client['callArguments']({ requiresLeader: true }, { deadline: Infinity })
      : this.client['callArguments']({ requiresLeader: true, deadline: deadlineMs });
  }
}
