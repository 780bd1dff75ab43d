import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const ENGINE_TIMEOUT_MS = 3_000;

const run = promisify(execFile);

/** Runs Docker. @returns its output @throws Error with Docker's message */
export async function docker(
  parameters: readonly string[],
  options: { readonly timeout?: number } = {},
): Promise<string> {
  return (await run('docker', parameters, { ...options, env: process.env })).stdout.trim();
}

/** Whether a Docker engine is running that this user may use. */
export const hasDockerEngine = (): Promise<boolean> =>
  docker(['info'], { timeout: ENGINE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );

/** The name of a server's container and volume. Derived from the data folder, so that each folder has its own. */
export const containerName = (server: string, dataDir: string): string =>
  `halyard-${server}-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)}`;
