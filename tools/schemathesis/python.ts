import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
/** Beside what npm installs, so that a clean install removes both. */
const ENVIRONMENT = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'schemathesis');
const PROGRAM = join(ENVIRONMENT, 'bin', 'st');
const INSTALL_MS = 120_000;

/** The last thing that a program said, or why it did not run; undefined when it succeeded. */
function failureOf(program: string, ...parameters: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(program, parameters, { encoding: 'utf8', timeout: INSTALL_MS });
  if (error) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? `it ended with ${status}`);
}

/** The program of Schemathesis, in an environment of its own; or why it can't be had here. */
export function installedProgram(): { readonly program: string } | { readonly missing: string } {
  if (existsSync(PROGRAM)) return { program: PROGRAM };
  const noEnvironment = failureOf('python3', '-m', 'venv', ENVIRONMENT);
  if (noEnvironment !== undefined) return { missing: `python3 makes no environment: ${noEnvironment}` };
  const noPackages = failureOf(
    join(ENVIRONMENT, 'bin', 'pip'),
    ...['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', REQUIREMENTS],
  );
  if (noPackages === undefined) return { program: PROGRAM };
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  return { missing: `the packages of ${REQUIREMENTS} are not to be had: ${noPackages}` };
}
