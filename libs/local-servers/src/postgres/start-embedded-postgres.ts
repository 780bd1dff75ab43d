import type { Logger } from '@halyard/observability';
import type { Keeper, LocalServer, StandingServer } from '../process/local-server.js';
import type { ServerProcess } from '../process/server-process.js';
import { Supervisor } from '../process/supervisor.js';
import type { PostgresBinaries } from './binaries.js';
import { locateBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { prepareCluster } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { adminUrl, reach } from './keeper.js';
import { launchPostgres, postgresSignals } from './postgres-process.js';
import { clearStalePidFile, findPostmaster } from './postmaster.js';
import type { RunAs } from './run-as.js';
import { unprivileged } from './run-as.js';

export interface EmbeddedPostgresOptions {
  /** Created at first start. Contains the cluster, the superuser's password (0600) and the port. */
  readonly dataDir: string;
  /** On 127.0.0.1. Default: the port of the last start, or any free one. */
  readonly port?: number;
  /** For all processes together. Default: 300. Each possible connection takes memory, whether it is used or not. */
  readonly connectionsMax?: number;
  /** How long the server may take to recover from its log. Default: two minutes. */
  readonly startTimeoutMs?: number;
  readonly logger: Logger;
}

const CONNECTIONS_MAX = 300;

export interface EmbeddedPostgres {
  /** Administrator's URL of the database for the services. */
  readonly url: string;
  readonly port: number;
  /** Ends the server, unless another live process started it. */
  stop(): Promise<void>;
}

class PostgresServer implements LocalServer {
  readonly name = 'the embedded Postgres';
  readonly signals = postgresSignals;

  constructor(
    private readonly cluster: Cluster,
    private readonly binaries: PostgresBinaries,
    private readonly runAs: RunAs,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  get dir(): string {
    return this.cluster.dir;
  }

  get portFile(): string {
    return this.cluster.portFile;
  }

  find(): StandingServer | undefined {
    return findPostmaster(this.dir);
  }

  launch(port: number): Promise<ServerProcess> {
    clearStalePidFile(this.dir);
    const { connectionsMax = CONNECTIONS_MAX, logger } = this.options;
    return Promise.resolve(launchPostgres(this.binaries, this.runAs, this.dir, { port, connectionsMax }, logger));
  }

  reach(server: StandingServer): Promise<Keeper> {
    return reach(server, this.cluster);
  }

  wasRefusedPort(output: string): boolean {
    return /address already in use/i.test(output);
  }

  error(message: string, options?: ErrorOptions): EmbeddedPostgresError {
    return new EmbeddedPostgresError(message, options);
  }
}

/**
 * Runs its own PostgreSQL server on `dataDir`, with the programs that npm installed, as any user. It listens on
 * 127.0.0.1 only, accepts only logins with a password, and ends with this process however that ends. A server that dies
 * is started again on the same port. If one already runs on the directory, it is used if the process that started it
 * lives, and replaced if it was left behind.
 *
 * @throws EmbeddedPostgresError naming the obstacle: directory, port, version, platform
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = locateBinaries();
  const runAs = unprivileged();
  const cluster = await prepareCluster(options.dataDir, binaries, runAs);
  const supervisor = new Supervisor(new PostgresServer(cluster, binaries, runAs, options), options);
  await supervisor.start();
  return {
    get url() {
      return adminUrl(supervisor.port, cluster.password);
    },
    get port() {
      return supervisor.port;
    },
    stop: () => supervisor.stop(),
  };
}
