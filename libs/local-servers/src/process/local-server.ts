import type { LocalServerError } from './local-server-error.js';
import type { ServerProcess, ServerSignals } from './server-process.js';

/** A server that runs on a directory, whoever started it. */
export interface StandingServer {
  readonly pid: number;
  readonly port: number;
  /** Whether it accepts connections, as far as can be seen without one. */
  readonly ready: boolean;
  /** Whether the process that started it is gone, so that nobody supervises it. */
  readonly orphan: boolean;
}

/** Watches a server that was reached, to notice its loss. */
export interface Keeper {
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/** Everything specific to one kind of server on a directory of its own. */
export interface LocalServer {
  /** Its name in messages, with its article. */
  readonly name: string;
  readonly dir: string;
  /** Keeps the port from one start to the next. */
  readonly portFile: string;
  readonly signals: ServerSignals;
  /** The server that runs on the directory, if any. */
  find(): StandingServer | undefined;
  launch(port: number): Promise<ServerProcess>;
  /** Proves that the server answers and belongs to the directory. Retried after any error but LocalServerError. */
  reach(server: StandingServer): Promise<Keeper>;
  /** Whether a server ended because another process has the port. */
  wasRefusedPort(output: string, port: number): boolean;
  error(message: string, options?: ErrorOptions): LocalServerError;
}
