import type { Lease, Worker } from '@halyard/background';
import { aborted } from '@halyard/core';
import type { Runner } from './stream-reader.js';

/** Runners that only the holder of a lease starts, for the processes of its shapes or for the whole service. */
interface Led {
  readonly lease: Lease;
  readonly runners: readonly Runner[];
}

/**
 * Only the process that holds the service's lease runs what moves the read models that serve. Only the process that
 * holds the lease of its shapes asks for it, and fills copies of newer shapes while a process of another build has it.
 * This only saves work. The result stays exact if two processes run the same, which happens for a moment when a paused
 * process continues after its lease has expired.
 */
export class Leadership {
  private held: Worker | undefined;

  constructor(
    private readonly beside: Led,
    private readonly serving: Led,
  ) {}

  start(): void {
    this.held ??= this.beside.lease.hold((signal) => this.follow(signal));
  }

  /** Resolves once nothing runs and another process may lead. */
  async stop(): Promise<void> {
    await this.held?.stop();
  }

  private async follow(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    start(this.beside);
    const serving = this.serving.lease.hold((turn) => this.serve(turn, signal));
    await aborted(signal);
    await serving.stop();
    await stop(this.beside);
  }

  private async serve(turn: AbortSignal, following: AbortSignal): Promise<void> {
    if (turn.aborted) return;
    await stop(this.beside);
    start(this.serving);
    await aborted(turn);
    await stop(this.serving);
    if (!following.aborted) start(this.beside);
  }
}

function start({ runners }: Led): void {
  for (const runner of runners) runner.start();
}

async function stop({ runners }: Led): Promise<void> {
  await Promise.all(runners.map((runner) => runner.stop()));
}
