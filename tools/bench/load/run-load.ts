import { setTimeout as delay } from 'node:timers/promises';
import { type CpuUse, type Roles, watchCpu } from '../cpu/cpu-meter.ts';
import type { Load, LoadFigures } from './load.ts';
import { LoadGenerator } from './load-generator.ts';

export interface RunOptions {
  readonly warmUpMs: number;
  readonly runMs: number;
  /** Roles of the processes under load. */
  readonly rolesOf: () => Promise<Roles>;
}

export interface LoadRun {
  readonly figures: LoadFigures;
  /** CPU of the measured time; absent where it can't be read. */
  readonly cpu?: CpuUse;
}

/** Sends all requests of a load at once, and waits for the answers. */
export async function runAtOnce(load: Load): Promise<LoadFigures> {
  const generator = await LoadGenerator.start(load);
  return generator.end();
}

/**
 * Something to watch while a load is measured: called at the start of the measurement, and returns a function that ends
 * it.
 */
export type Watch = () => Promise<() => Promise<void>>;

export async function runLoad(load: Load, { warmUpMs, runMs, rolesOf }: RunOptions, watch?: Watch): Promise<LoadRun> {
  const generator = await LoadGenerator.start(load);
  await delay(warmUpMs);
  const endWatch = await watch?.();
  await generator.call('measure');
  const endCpu = await watchCpu(async () => new Map([...(await rolesOf()), [generator.pid, { group: 'generator' }]]));
  await delay(runMs);
  const [figures, cpu] = await Promise.all([generator.end(), endCpu(), endWatch?.()]);
  return { figures, ...(cpu && { cpu }) };
}
