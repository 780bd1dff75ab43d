import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { type SuitePlace, SuiteProcess } from '../../src/suite-process.js';

/** The way in which the specs of this project run the suite, as jest.config.mjs sets it. */
const { SUITE_MODE: mode = 'embedded', SUITE_EVENT_STORE: store = 'postgres' } = process.env;

/**
 * The suite that the specs of a run share (tools/jest/offers.mjs), with two of each service where it is distributed. A
 * spec that stops, holds up or counts it as a whole starts one of its own.
 */
export class SharedSuite {
  private constructor(
    readonly suite: SuiteProcess,
    /** Acts for the demo account, which others use too. */
    readonly operator: HalClient,
    /** Acts for an account of the spec's own. */
    readonly client: HalClient,
  ) {}

  /** Joins the suite of the run. @param name of the account that it opens */
  static join(name: string): Promise<SharedSuite> {
    return SharedSuite.offered(`${mode}/${store}`, name);
  }

  /** Joins the suite of specs whose operators change it for everybody, as by a rebuild. */
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

  /** Joins a suite that runs. @param name of the account that it opens */
  static async on(suite: SuiteProcess, name: string): Promise<SharedSuite> {
    const operator = await suite.client();
    return new SharedSuite(suite, operator, await openSandboxAccount(operator, name));
  }

  async leave(): Promise<void> {
    await Promise.all([this.operator.close(), this.client.close()]);
  }
}
