import type { Lease } from '@halyard/background';
import type { Running } from '@halyard/background';
import type { Runner } from './stream-reader.js';

/**
 * One process of the service, the one that holds the lease, runs the runners. That only saves work: the result stays
 * exact when two run, as they do for a moment when a process that was stopped past its lease continues.
 */
export class Leadership {
  private held: Running | undefined;

  constructor(
    private readonly lease: Lease,
    private readonly runners: readonly Runner[],
  ) {}

  start(): void {
    this.held ??= this.lease.hold((signal) => this.lead(signal));
  }

  /** Resolves once nothing runs and another process may lead. */
  async stop(): Promise<void> {
    await this.held?.stop();
  }

  private async lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    for (const runner of this.runners) runner.start();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.all(this.runners.map((runner) => runner.stop()));
  }
}
