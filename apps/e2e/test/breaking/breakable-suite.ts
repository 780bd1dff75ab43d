import { consumingServices, serviceNames } from '@halyard/contracts';
import { waitFor } from '@halyard/testing/waiting';
import { describe, it } from '@jest/globals';
import { modeHere, type Settings, type SuiteOptions, SuiteProcess } from '../../src/suite-process.js';
import { listOf } from '../support/journeys.js';

interface BreakableOptions extends SuiteOptions {
  /** The number of processes of each service in the distributed mode. Defaults to one. */
  readonly replicas?: number;
}

/**
 * A suite that the parts of one spec break, one after the other. Each part is a function in a file of this folder, and
 * leaves the suite whole for the part after it.
 */
export class BreakableSuite {
  private started: SuiteProcess | undefined;

  constructor(private readonly options: BreakableOptions) {}

  /** Whether the suite is one process. */
  get isEmbedded(): boolean {
    return (this.options.mode ?? modeHere()) === 'embedded';
  }

  get running(): SuiteProcess {
    if (!this.started) throw new Error('the suite has not been started');
    return this.started;
  }

  async start(settings: Settings = {}): Promise<void> {
    this.started = await SuiteProcess.prepare(settings, this.options);
    await (await this.started.start()).close();
  }

  async remove(): Promise<void> {
    await this.started?.remove();
  }

  /** Declares the tests of a part, and a last test that the part has left nothing broken. */
  part(title: string, declareTests: () => void): void {
    describe(title, () => {
      declareTests();
      it('leaves a suite that is whole', () => this.expectWhole());
    });
  }

  /** Expects that every process serves. */
  async expectServing(): Promise<void> {
    const suite = this.running;
    if (!this.isEmbedded) {
      const count = (this.options.replicas ?? 1) * serviceNames.length;
      await waitFor(`${count} processes`, async () => (await suite.processes()).length === count);
    }
    for (const url of await suite.metricsUrls()) {
      const readiness = url.replace('/metrics', '/health/ready');
      await waitFor(`${readiness} to be 200`, async () => (await fetch(readiness)).ok);
    }
  }

  /** Expects that every process serves, no message is parked, and every read model has caught up. */
  private async expectWhole(): Promise<void> {
    await this.expectServing();
    const suite = this.running;
    const operator = await waitFor('a client', () => suite.client());
    for (const service of consumingServices) {
      const all = (name: string) => listOf(operator, `/operations/${service}/${name}`);
      await waitFor(`${service} to have nothing parked`, async () => (await all('parked-keys')).length === 0);
      await waitFor(`${service} to have read all that happened`, async () =>
        (await all('read-models')).every(({ lag }) => lag === 0),
      );
    }
    await operator.close();
  }
}
