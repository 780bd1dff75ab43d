import type { LocalServerError } from './local-server-error.js';
import type { ServerProcess, ServerSignals } from './server-process.js';

/** A server that runs on a directory, whoever started it. */
export interface StandingServer {
  readonly pid: number;
  readonly port: number;
  /** Whether it can take connections, as far as that shows without one. */
  readonly ready: boolean;
  /** Whether the process that started it is gone, so that nobody looks after it. */
  readonly orphan: boolean;
}

/** Follows a server that was reached: how its loss is noticed. */
export interface Keeper {
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/** What is particular to a kind of server on a directory of its own. */
export interface LocalServer {
  /** As messages name it, with its article. */
  readonly name: string;
  readonly dir: string;
  /** File that holds the port from one start to the next. */
  readonly portFile: string;
  readonly signals: ServerSignals;
  /** The server that runs on the directory. */
  find(): StandingServer | undefined;
  launch(port: number): Promise<ServerProcess>;
  /** Proves that the server answers and is the one of the directory. What it throws is tried again, save LocalServerError. */
  reach(server: StandingServer): Promise<Keeper>;
  /** Whether a server that ended did so because the port is another's. */
  wasRefusedPort(output: string, port: number): boolean;
  error(message: string, options?: ErrorOptions): LocalServerError;
}
