import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HalClient } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import type { SuiteProcess } from '../../src/suite-process.js';
import { SharedSuite } from '../support/shared-suite.js';
import { TransferLoad } from '../support/transfer-load.js';
import { Followers } from './followers.js';
import { KeptResources } from './kept-resources.js';
import { type TimedAnswer, Readers } from './readers.js';
import { Sessions } from './sessions.js';

/** Few, because the machine also starts two builds. */
const CALLERS = 2;

interface Traffic {
  /** The answers so far. */
  readonly answered: readonly TimedAnswer[];
  /** Ends the traffic. */
  stop(): Promise<void>;
}

/** All that must not notice an upgrade, or no more than a restart. It is made on the release before this build. */
export class Witnesses {
  private constructor(
    private readonly client: HalClient,
    private readonly shared: SharedSuite,
    private readonly home: string,
    readonly kept: KeptResources,
    readonly load: TransferLoad,
    readonly sessions: Sessions,
    readonly followers: Followers,
  ) {}

  /** @param checkout of the release before this build */
  static async gather(suite: SuiteProcess, checkout: string): Promise<Witnesses> {
    const client = await suite.client();
    const { demoFile } = suite;
    const home = await mkdtemp(join(tmpdir(), 'halyard-upgrade-'));
    const ca = await readFile(client.connection.caFile ?? '', 'utf8');
    const shared = await SharedSuite.on(suite, 'kept');
    const kept = await KeptResources.make(shared);
    const sessions = await Sessions.open(suite, client, ca);
    const followers = await Followers.start(client, { checkout, demoFile, home, ca });
    const load = await TransferLoad.prepare(await suite.client());
    return new Witnesses(client, shared, home, kept, load, sessions, followers);
  }

  /** Orders transfers and reads until it is stopped. */
  startTraffic(): Traffic {
    const readers = new Readers(this.client);
    let going = true;
    const ordering = this.load.run(
      () => going,
      (status) => readers.note('POST /transfers', status),
      CALLERS,
    );
    const stop = async (): Promise<void> => {
      going = false;
      await Promise.all([ordering, readers.stop()]);
      expect(readers.answered).not.toHaveLength(0);
    };
    return { answered: readers.answered, stop };
  }

  async close(): Promise<void> {
    await this.followers.stop();
    await Promise.all([this.load.close(), this.sessions.close(), this.shared.leave()]);
    await this.client.close();
    await rm(this.home, { recursive: true });
  }
}
