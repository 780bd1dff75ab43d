import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { expect } from '@jest/globals';

/** Runs lines in bash, which stops at the first failure, and expects that all succeed. @returns everything that they print */
export async function runShell(script: string, cwd: string): Promise<string> {
  // A shell whose folder of data is that of the pages.
  const { DATA_DIR: _, ...env } = process.env;
  const bash = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    cwd,
    env: { ...env, NODE_OPTIONS: '', PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(bash, 'close')) as [number];
  expect({ status, output }).toEqual({ status: 0, output });
  return output;
}
