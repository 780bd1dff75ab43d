import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { type SuitePlace, SuiteProcess } from '../../src/suite-process.js';

/** The way in which this project's specs run the suite. jest.config.mjs sets it. */
const { SUITE_MODE: mode = 'embedded', SUITE_EVENT_STORE: store = 'postgres' } = process.env;

/**
 * The suite that all specs of a run share (tools/jest/offers.mjs). If it is distributed, it has two processes of each
 * service. A spec that stops, holds up or counts the suite as a whole starts its own.
 */
export class SharedSuite {
  private constructor(
    readonly suite: SuiteProcess,
    /** Acts for the demo account, which other specs use as well. */
    readonly operator: HalClient,
    /** Acts for an account that only this spec uses. */
    readonly client: HalClient,
  ) {}

  /** Joins the suite of the run. @param name the name of the account that it opens */
  static join(name: string): Promise<SharedSuite> {
    return SharedSuite.offered(`${mode}/${store}`, name);
  }

  /** Joins the suite for specs whose operators change it for everybody, for example by a rebuild. */
  static joinOperated(name: string): Promise<SharedSuite> {
    return SharedSuite.offered(`${mode}/${store}/operated`, name);
  }

  private static async offered(path: string, name: string): Promise<SharedSuite> {
    const url = process.env['TEST_OFFERS_URL'];
    if (url === undefined) throw new Error('TEST_OFFERS_URL is not set: run the tests through npm test');
    const answer = await fetch(`${url}/suite/${path}`);
    if (!answer.ok) throw new Error(await answer.text());
    return SharedSuite.on(SuiteProcess.at((await answer.json()) as SuitePlace), name);
  }

  /** Joins a running suite. @param name the name of the account that it opens */
  static async on(suite: SuiteProcess, name: string): Promise<SharedSuite> {
    const operator = await suite.client();
    return new SharedSuite(suite, operator, await openSandboxAccount(operator, name));
  }

  async leave(): Promise<void> {
    await Promise.all([this.operator.close(), this.client.close()]);
  }
}
