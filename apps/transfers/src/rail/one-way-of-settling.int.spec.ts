import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DueWork } from '@halyard/background';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { ClockedWorld } from '../../test/account-clock.js';
import { type FailureRow, failureRows } from '../../test/failure-legs.js';
import { LegRun } from '../../test/leg-run.js';
import { flowRows, type SeenPayment } from '../../test/leg-table.js';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const rows: readonly FailureRow[] = [
  ...flowRows.map(({ row, flow, simulations }) => ({ row, flow, simulations })),
  ...failureRows,
];

/** What banks have done once all is done that they ever do with a payment. */
const endOf = ({ simulations }: FailureRow): SeenPayment | undefined => {
  const last = simulations.at(-1);
  const told = simulations.flatMap((seen) => seen.told || []).join(', ');
  return last && { ...last, told };
};

const HOUR_MS = 3_600_000;
/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';

/** How banks come to act. `act` returns once they have done all that they ever do with the world's payments. */
interface Banks {
  readonly how: string;
  readonly env?: Readonly<Record<string, string>>;
  open(service: TestService): Promise<World>;
  act(world: World, isDone: () => Promise<boolean>): Promise<void>;
}

const onRequest: Banks = {
  how: 'a simulation asks for it',
  open: (service) => Promise.resolve(new World(service)),
  act: async (world) => {
    while ((await world.simulate()) > 0);
    await world.simulate();
  },
};

const onTime: Banks = {
  how: 'their account’s clock says so',
  open: async (service) => {
    const world = new ClockedWorld(service);
    await world.stepTo(MONDAY);
    return world;
  },
  act: async (world) => {
    if (world instanceof ClockedWorld) await world.advance('2026-06-01T00:00:00Z');
  },
};

const partner: Banks = {
  how: 'a partner reports it',
  env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
  open: (service) => Promise.resolve(new World(service)),
  act: async ({ service }, isDone) => {
    await until('the partner has reported all', async () => {
      service.clock.advance(6 * HOUR_MS);
      service.get(DueWork).wake();
      return isDone();
    });
  },
};

describe.each([onRequest, onTime, partner])('the leg table (reference facts 7.5), where $how', (banks) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService, { env: banks.env });
  });
  afterAll(() => service.stop());

  it.each(rows)('$row: $flow', async (row) => {
    const world = await banks.open(service);
    const run = await LegRun.begin(world, row.flow, row);
    await run.see();
    if (row.before === 'receiver closed') await run.closeReceiver();
    const expected = endOf(row);
    if (!expected) return;
    const told: string[] = [];
    const seen = async (): Promise<SeenPayment> => {
      const now = await run.see();
      if (now.told) told.push(now.told);
      return { ...now, told: told.join(', ') };
    };
    await banks.act(world, async () => (await seen()).legs === expected.legs);
    expect(await seen()).toEqual(expected);
  });
});
