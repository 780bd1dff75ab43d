import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Settings } from '../../src/suite-process.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The exit code of a program that has ended, and everything that it printed. */
export interface EndedTool {
  readonly code: number;
  readonly said: string;
}

/** Runs a program of the folder `tools` as npm does, but without building anything before. */
export function runTool(program: string, settings: Settings, args: readonly string[] = []): Promise<EndedTool> {
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'tools', program), ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}
