import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WAIT_MS } from '@halyard/testing/patience';

/** Beside what npm installs, so that a clean install removes all of them. */
const ENVIRONMENTS = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'python');

/** The last thing that a program said, or why it did not run; undefined when it succeeded. */
function failureOf(program: string, ...parameters: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(program, parameters, { encoding: 'utf8', timeout: WAIT_MS });
  if (error) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? `it ended with ${status}`);
}

export type PythonEnvironment = { readonly programs: string } | { readonly missing: string };

/**
 * The folder of the programs of an environment of its own, with the packages that a file lists, all of them; or why it
 * can't be had here.
 */
export function pythonEnvironment(requirements: string): PythonEnvironment {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const environment = join(ENVIRONMENTS, version);
  const programs = join(environment, 'bin');
  const isWhole = join(environment, '.whole');
  if (existsSync(isWhole)) return { programs };
  const noEnvironment = failureOf('python3', '-m', 'venv', environment);
  if (noEnvironment !== undefined) return { missing: `python3 makes no environment: ${noEnvironment}` };
  const noPackages = failureOf(
    join(programs, 'pip'),
    ...['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', requirements],
  );
  if (noPackages === undefined) {
    writeFileSync(isWhole, '');
    return { programs };
  }
  rmSync(environment, { recursive: true, force: true });
  return { missing: `the packages of ${requirements} are not to be had: ${noPackages}` };
}
