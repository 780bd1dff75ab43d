import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The exit code of a program that has ended, and everything that it printed. */
export interface EndedTool {
  /** NaN if it was killed. */
  readonly code: number;
  readonly said: string;
}

/**
 * Runs a program of the folder `tools` as npm does, but without building anything before.
 *
 * @param kill kills the program when it is aborted
 */
export function runTool(
  program: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  kill?: AbortSignal,
): Promise<EndedTool> {
  const options = {
    cwd: root,
    env: { PATH: process.env['PATH'], ...settings },
    killSignal: 'SIGKILL',
    ...(kill && { signal: kill }),
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'tools', program), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}
