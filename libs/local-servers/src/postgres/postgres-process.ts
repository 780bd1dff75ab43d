import type { Logger } from '@halyard/observability';
import { ownerParameter } from '../process/running-process.js';
import type { ServerSignals } from '../process/server-process.js';
import { ServerProcess } from '../process/server-process.js';
import type { PostgresBinaries } from './binaries.js';
import { cleanEnvironment } from './cluster.js';
import type { RunAs } from './run-as.js';

/** Stops fast: rolls back open transactions; everything committed is on disk. If it takes too long, at once. */
export const postgresSignals: ServerSignals = { stop: 'SIGINT', force: 'SIGQUIT', orphaned: 'SIGINT' };

/**
 * For a laptop: little memory, yet every commit on disk. The server's log must not quote data, so refused statements
 * are not logged: those errors reach the client that sent them.
 *
 * The size of the write-ahead log allows one checkpoint a minute at 17 MB/s, which is 3,000 transfers a second: after
 * each checkpoint, pages have to be written whole once more. A quiet server gives the space back. New files of the log
 * are not filled with zeros: while a server grows, every commit would wait for that once a second.
 */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'min_wal_size=80MB',
  'wal_init_zero=off',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  // Enough for a backup of the files with the log.
  'wal_level=replica',
  'jit=off',
  // Processes that a server on a laptop does not need.
  'io_method=sync',
  'max_logical_replication_workers=0',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_line_prefix=',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];

/** Said of each session that is still open, or just closing, when the server is stopped. */
const ENDED_ON_COMMAND = 'terminating connection due to administrator command';

function heard(line: string, logger: Logger): void {
  if (/^(?:FATAL|PANIC):/.test(line) && !line.endsWith(ENDED_ON_COMMAND))
    logger.warn({ postgres: line }, 'the embedded Postgres complains');
  else logger.debug({ postgres: line }, 'the embedded Postgres says');
}

export function launchPostgres(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dir: string,
  { port, connectionsMax }: { readonly port: number; readonly connectionsMax: number },
  logger: Logger,
): ServerProcess {
  const own = [`port=${port}`, `max_connections=${connectionsMax}`, ownerParameter(process.pid)];
  const parameters = [...settings, ...own].flatMap((line) => ['-c', line]);
  return new ServerProcess({
    prefix: runAs.prefix,
    // The last parameter has no effect: it is there so that each of the others is followed by a blank.
    command: [binaries.postgres, '-D', dir, ...parameters, '--cluster_name=halyard'],
    env: cleanEnvironment,
    signals: postgresSignals,
    heard: (line) => heard(line, logger),
  });
}
