import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { User } from './access.js';
import { Access, authenticating } from './access.js';
import { AppendCalls } from './append-calls.js';
import { DeleteCalls } from './delete-calls.js';
import { EventLog } from './event-log.js';
import { Faults, freezing } from './faults.js';
import type { Membership } from './membership.js';
import { alone, gossip, leading } from './membership.js';
import { ReadCalls } from './read-calls.js';
import { eventually } from '../waiting.js';
import type { SlowSubscriptions } from './subscription.js';

export interface EventStoreDoubleOptions {
  /** Port on 127.0.0.1. Default: any free one. */
  readonly port?: number;
  /** File that stores the events. Without a file they are gone when the double is. */
  readonly file?: string;
  /** Texts in PEM. Without them, connections are not encrypted. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Certificates of users, in PEM. Every connection must then show one of them. */
  readonly userCertificates?: string;
  /** Users who may log in. Without users, everyone may do everything. */
  readonly users?: readonly User[];
  readonly slowSubscriptions?: SlowSubscriptions;
  readonly log?: EventLog;
  /** The cluster to which the double belongs. Without one it leads alone. */
  readonly membership?: Membership;
}

/**
 * Stands in for EventStoreDB where there is none: a gRPC server on the service definitions of the client package. It
 * proves only our client's half, because its authors know the real server only from reading.
 */
export class EventStoreDouble {
  readonly faults = new Faults(() => void this.cutConnections());
  readonly id = crypto.randomUUID();
  private readonly log: EventLog;
  private readonly access: Access;
  private readonly reads: ReadCalls;
  private server: Server | undefined;
  private boundPort: number;
  /** The last start or stop. The next one waits for it. */
  private turn = Promise.resolve();

  constructor(private readonly options: EventStoreDoubleOptions = {}) {
    this.boundPort = options.port ?? 0;
    this.log = options.log ?? new EventLog(options.file);
    this.access = new Access(this.log, options.users);
    this.reads = new ReadCalls(this.log, this.access, options.slowSubscriptions ?? 'are-dropped');
  }

  /** The port, which stays the same after the first start. */
  get port(): number {
    return this.boundPort;
  }

  get isListening(): boolean {
    return this.server !== undefined;
  }

  /** The connection string without user and password, for plain connections. */
  get connectionString(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** Starts on the former port, with all events. */
  start(): Promise<void> {
    this.turn = this.turn.then(() => this.listen());
    return this.turn;
  }

  /** Breaks all connections, and accepts none until it is started again. */
  goAway(): Promise<void> {
    this.shutDown();
    this.turn = this.turn.then(() => this.shutDown());
    return this.turn;
  }

  /** Breaks all connections. It accepts new ones at once. */
  async cutConnections(): Promise<void> {
    await this.goAway();
    await this.start();
  }

  /** Ends every subscription, as if its client were too slow. */
  dropSubscriptions(): void {
    this.reads.drop();
  }

  appendSystemEvents(count: number): void {
    this.log.appendSystemEvents(count);
  }

  async close(): Promise<void> {
    await this.goAway();
    this.log.close();
  }

  private shutDown(): void {
    this.server?.forceShutdown();
    this.server = undefined;
  }

  private async listen(): Promise<void> {
    if (this.server) return;
    const { log, faults, access, reads } = this;
    const { membership = alone(this) } = this.options;
    const leads = (): boolean => membership.leaderPort === this.port;
    const interceptors = [freezing(faults), authenticating(access), leading(leads, membership)];
    const server = new Server({ interceptors });
    const { append, batchAppend } = new AppendCalls({ log, faults, access, membership, leads });
    const { delete: deleteStream, tombstone } = new DeleteCalls(log, access);
    server.addService(StreamsService, { append, batchAppend, read: reads.read, delete: deleteStream, tombstone });
    server.addService(GossipService, { read: gossip(membership) });
    server.addService(ServerFeaturesService, { getSupportedMethods });
    this.boundPort = await this.bind(server);
    this.server = server;
  }

  /** Binds the port. A port that was just closed may not be free at once, so this is repeated. */
  private bind(server: Server): Promise<number> {
    return eventually(`port ${this.port} is free`, () => bindOnce(server, this.port, serverCredentials(this.options)));
  }
}

/** Resolves once the double accepts calls. */
export async function startEventStoreDouble(options?: EventStoreDoubleOptions): Promise<EventStoreDouble> {
  const double = new EventStoreDouble(options);
  await double.start();
  return double;
}

function serverCredentials({ tls, userCertificates }: EventStoreDoubleOptions): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) };
  const users = userCertificates === undefined ? null : Buffer.from(userCertificates);
  return ServerCredentials.createSsl(users, [pair], users !== null);
}

const bindOnce = (server: Server, port: number, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });

const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_, answer) => {
  const methods = ['append', 'batchappend', 'delete', 'read', 'tombstone'].map((name) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods));
};
