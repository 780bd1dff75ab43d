import { serviceNames } from '@halyard/contracts';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Consistency } from '../support/consistency.js';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { nameOf, ReadModels, type ShownRebuild } from '../support/read-models.js';
import { expectUnnoticedRestarts } from '../support/rolling-restart.js';
import { TransferLoad } from '../support/transfer-load.js';
import type { BreakableSuite } from './breakable-suite.js';

/**
 * Only the usual run plays these rounds. They are those of consistency.int.spec.ts, whose streams are elsewhere in that
 * run.
 */
const rounds = counts.outages.consistencyOfTwo;
const blows = counts.outages.kills;
/** supervision.ts restarts a suite with one process of each service, which is harder. */
const restarts = counts.outages.restartsOfTwo;

/** A pace at which the rebuilds outlast all blows. */
const SLOW = { perSecond: 1 };

/** One load goes through all tests, one after the other. */
export const underLoad = (suite: BreakableSuite): void =>
  suite.part('under load', () => {
    let load: TransferLoad;

    beforeAll(async () => {
      load = await TransferLoad.prepare(await suite.running.client());
    });

    afterAll(() => load.close());

    if (rounds > 0) {
      it(`let a client that has its answer find its effect, ${rounds} rounds`, async () => {
        const client = await openSandboxAccount(load.client, 'consistency');
        const consistency = new Consistency([client], rounds);
        await consistency.createThenUse();
        await consistency.closeThenRefused();
        await client.close();
      });
    }

    describe('of which some stand still past their leases and go on', () => {
      const SERVICES = ['transfers', 'webhooks'];
      let database: Client;

      beforeAll(async () => {
        database = new Client({ connectionString: await suite.running.postgresUrl() });
        await database.connect();
      });
      afterAll(() => database.end());

      /** The holder of each lease, by service and name. */
      const holders = async (): Promise<Map<string, string>> => {
        const all = SERVICES.map((schema) => `SELECT '${schema} ' || name AS name, holder FROM ${schema}.leases`);
        const { rows } = await database.query<{ name: string; holder: string }>(all.join(' UNION ALL '));
        return new Map(rows.map(({ name, holder }) => [name, holder]));
      };

      /**
       * Waits until the leases of a service have changed hands, or have been renewed for longer than a stopped holder's
       * lease can last.
       */
      const overdue = async (schema: string, before: ReadonlyMap<string, string>): Promise<void> => {
        const { rows } = await database.query<{ at: Date }>(`SELECT now() + interval '7 seconds' AS at`);
        await waitFor('the leases to be others', async () => {
          const after = await holders();
          const { rows: renewed } = await database.query(`SELECT FROM ${schema}.leases WHERE expires_at <= $1`, [
            rows[0]?.at,
          ]);
          const changed = [...before].some(
            ([name, holder]) => name.startsWith(`${schema} `) && after.get(name) !== holder,
          );
          return changed || renewed.length === 0;
        });
      };

      /** Each process stops in its turn. So the process that holds a lease loses it, and comes back late. */
      it.each(['1', '2'])('process %s of each service that holds leases', async (index) => {
        const names = SERVICES.map((service) => `${service}.${index}`);
        const pids = (await suite.running.processes()).filter(({ name }) => names.includes(name)).map(({ pid }) => pid);
        expect(pids).toHaveLength(SERVICES.length);
        let going = true;
        const running = load.run(() => going);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        const before = await holders();
        try {
          await Promise.all(SERVICES.map((schema) => overdue(schema, before)));
        } finally {
          for (const pid of pids) process.kill(pid, 'SIGCONT');
          going = false;
        }
        await running;
      });
    });

    const killAll = async (): Promise<void> => {
      await suite.running.kill();
      await load.client.close();
      load.client = await suite.running.start();
    };

    /** Strikes each process about as often as the others, and now and then the one that started them. */
    const strike = async (): Promise<void> => {
      const processes = await suite.running.processes();
      const pids = [
        ...processes.map(({ pid }) => pid),
        await suite.running.kafkaPid(),
        await suite.running.postgresPid(),
      ];
      const blows = [
        ...pids.map((pid) => () => Promise.resolve(process.kill(pid, 'SIGKILL'))),
        ...(suite.running.runsEventStore ? [() => suite.running.killEventStore()] : []),
        killAll,
      ];
      await blows[randomInt(blows.length)]?.();
    };

    const everyModel = () => waitFor('all read models', () => new ReadModels(load.client).all());
    const rebuildAll = async (pace: object) => {
      for (const model of await everyModel()) await new ReadModels(load.client).act(nameOf(model), 'rebuild', pace);
    };
    const rebuildStates = async () =>
      (await everyModel()).map((model) => `${nameOf(model)} ${(model['rebuild'] as ShownRebuild | undefined)?.state}`);

    it('begin to rebuild every read model', () => rebuildAll(SLOW));

    it(`survive ${blows} times kill -9 of any process, the broker or a store`, async () => {
      for (let blow = 0; blow < blows; blow += 1) {
        let going = true;
        const running = load.run(() => going);
        await delay(randomInt(100, 1_500));
        await strike();
        await waitFor('a transfer to be answered again', async () => (await load.probe()) === 201);
        going = false;
        await running;
      }
    });

    it('go on with the rebuilds, which take the place of what serves and find nothing different', async () => {
      expect(await rebuildStates()).toContain('transfers: ledger filling');
      await rebuildAll({});
      const ended = await waitFor('the rebuilds to end', async () => {
        const states = await rebuildStates();
        return states.every((state) => / (undefined|differs|stopped)$/.test(state)) && states;
      });
      expect(ended.filter((state) => !state.endsWith(' undefined'))).toEqual([]);
    });

    if (restarts > 0) {
      it(`are restarted one by one ${restarts} times, and clients see no 5xx`, async () => {
        await waitFor(
          'every process to serve',
          async () => (await suite.running.processes()).length === 2 * serviceNames.length,
        );
        await expectUnnoticedRestarts(suite.running, load, restarts);
      });
    }

    it('lose and double no transfer', () => load.expectNothingLostOrDoubled());
    it('finish what was begun, and every cent is where the transfers say', () => load.expectConserved());
    it('leave no event out at the subscriber, and keep their order and numbers', () => load.expectAllHeard());
  });
