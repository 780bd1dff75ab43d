import { spawnSync } from 'node:child_process';

/** `nobody` on every Linux: the user that Postgres, which refuses to be root, runs as when we are. */
const NOBODY = 65_534;

const works = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

export interface RunAs {
  /** Comes before the command that is to run. */
  readonly prefix: readonly string[];
  /** User who must own the files of that command, where it is not this one. */
  readonly owner?: number;
}

/**
 * How a command runs without root's rights. A user namespace of its own is the first choice, because in it files of
 * root stay accessible, also below a directory that no other user may enter.
 */
export function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] as const;
  if (works(...namespace, 'true')) return { prefix: namespace };
  return { prefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'], owner: NOBODY };
}
