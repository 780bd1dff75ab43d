import { setTimeout as delay } from 'node:timers/promises';
import { type CpuUse, meterCpu, type Role } from '../cpu/cpu-meter.ts';
import { hasProc } from '../cpu/processor-time.ts';
import type { Load, LoadFigures } from './load.ts';
import { LoadGenerator } from './load-generator.ts';

export interface RunOptions {
  readonly warmUpMs: number;
  readonly runMs: number;
  /** Of the processes that are loaded. */
  readonly rolesOf: () => Promise<Map<number, Role>>;
}

export interface Run {
  readonly figures: LoadFigures;
  /** Of the time that was measured; none where it can't be read. */
  readonly cpu?: CpuUse;
}

/** Sends what a load has, all at once, and waits for the answers. */
export async function runAtOnce(load: Load): Promise<LoadFigures> {
  const generator = await LoadGenerator.start(load);
  return generator.end();
}

/** What is watched while a load is measured. It begins with the measuring, and gives what ends it. */
export type Watch = () => Promise<() => Promise<void>>;

export async function runLoad(load: Load, { warmUpMs, runMs, rolesOf }: RunOptions, watch?: Watch): Promise<Run> {
  const generator = await LoadGenerator.start(load);
  await delay(warmUpMs);
  const withLoad = async () =>
    (await rolesOf()).set(generator.pid, { group: 'generator' }).set(process.pid, { group: 'bench' });
  const endWatch = await watch?.();
  await generator.measure();
  const readCpu = hasProc ? await meterCpu(withLoad) : undefined;
  await delay(runMs);
  const [figures, cpu] = await Promise.all([generator.end(), readCpu?.(), endWatch?.()]);
  return { figures, ...(cpu && { cpu }) };
}
