import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Lines of the project's history. There are none if the source came without its history. */
export function history(...options: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync('git', ['log', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return status === 0 ? stdout.split('\n') : [];
}
