import type { Lease } from '@halyard/background';
import type { Worker } from '@halyard/background';
import type { Runner } from './stream-reader.js';

/**
 * Only the process that holds the service's lease runs the runners. This only saves work. The result stays exact if two
 * processes run them, which happens for a moment when a paused process continues after its lease has expired.
 */
export class Leadership {
  private held: Worker | undefined;

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
