import { spawnSync } from 'node:child_process';

/** `nobody` on every Linux: Postgres refuses to run as root, so it runs as this user if we are root. */
const NOBODY = 65_534;

const works = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

export interface RunAs {
  /** Precedes the command. */
  readonly prefix: readonly string[];
  /** The user who must own the command's files, if it is not the current one. */
  readonly owner?: number;
}

/**
 * How to run a command without root's rights. The first choice is a user namespace, because in it root's files stay
 * accessible, even below a directory that no other user may enter.
 */
export function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] as const;
  if (works(...namespace, 'true')) return { prefix: namespace };
  return { prefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'], owner: NOBODY };
}
