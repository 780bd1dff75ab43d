import { DAY_MS, newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { Housekeeping } from '@halyard/persistence';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { anEntry, bankPartnerBehaviour } from '../../test/bank-partner/bank-partner.behaviour.js';
import { HttpBank, HttpBankPartner } from '../../test/bank-partner/http-bank.js';
import { BankHours } from '../cut-off/bank-hours.js';
import { transfersService } from '../transfers.module.js';
import { type BankEntry, BankPartner } from './bank-partner.js';
import { simulatedBankLifetimes, SimulatedBankPartner } from './simulated-bank-partner.rows.js';

const START = new Date('2026-03-02T18:00:00Z');
/** Longer than any bank may take to return what it has settled. */
const ALL_OF_IT_MS = 100 * DAY_MS;

describe('SimulatedBankPartner as a bank partner', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    expect(service.get(BankPartner)).toBeInstanceOf(SimulatedBankPartner);
  });
  afterAll(() => service.stop());

  const waitingLocks = async (): Promise<number> => {
    const [row] = await service.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return row?.count ?? 0;
  };

  const settle = async (entries: readonly BankEntry[]): Promise<void> => {
    const dueWork = service.get(DueWork);
    service.clock.advance(ALL_OF_IT_MS);
    dueWork.wake();
    const keys = entries.flatMap(({ id, returns }) => [`${id} settled`, ...(returns ? [`${id} ${returns.code}`] : [])]);
    await until('banks to have done it', async () => {
      const left = await Promise.all(keys.map((key) => dueWork.has('simulated-bank', key)));
      return !left.includes(true);
    });
  };

  bankPartnerBehaviour(() => ({ partner: service.get(BankPartner), now: service.clock.system(), settle }));

  it('says nothing before what another runner is about to write down', async () => {
    const partner = service.get(BankPartner);
    const dueWork = service.get(DueWork);
    const on = jest.spyOn(dueWork, 'on').mockImplementationOnce(() => undefined);
    new SimulatedBankPartner(service.dataSource, service.get(BankHours), dueWork, service.clock);
    const [, happens] = on.mock.lastCall ?? [];
    const happen = async (entryId: string, tx: EntityManager): Promise<void> => {
      await happens?.({ kind: 'simulated-bank', key: entryId, accountId: null, dueAt: START, data: { entryId } }, tx);
    };
    const [first, second] = [newId(), newId()];
    const told = async (cursor: string) =>
      (await partner.happened(cursor, 10)).happenings.map(({ entryId }) => entryId);
    const { cursor } = await partner.happened(undefined, 1_000);

    const slow = service.dataSource.createQueryRunner();
    await slow.startTransaction();
    await happen(first, slow.manager);
    let isWritten = false;
    const other = service.dataSource.transaction((tx) => happen(second, tx)).then(() => (isWritten = true));
    await until('the other one to wait, or to be done', async () => isWritten || (await waitingLocks()) > 0);
    expect(await told(cursor)).toEqual([]);
    await slow.commitTransaction();
    await slow.release();
    await other;
    expect(await told(cursor)).toEqual([first, second]);
  });

  it('forgets what nobody asks for any more, and nothing else', async () => {
    const partner = service.get(BankPartner);
    const [old, recent] = [anEntry(service.clock.system()), anEntry(service.clock.system())];
    await partner.submit(old);
    await settle([old]);
    service.clock.advance(ALL_OF_IT_MS);
    await partner.submit(recent);
    const housekeeping = new Housekeeping(service.dataSource, simulatedBankLifetimes, { info: () => 0, warn: () => 0 });
    const keep = () => {
      const now = service.clock.system();
      return housekeeping.keep({ now, earliest: now });
    };
    await keep();
    expect([await partner.find(old.id), await partner.find(recent.id)]).toEqual([
      { kind: 'absent' },
      { kind: 'accepted' },
    ]);
    const moved = async () => (await partner.happened(undefined, 100)).happenings.map(({ entryId }) => entryId);
    expect(await moved()).toContain(old.id);
    service.clock.advance(ALL_OF_IT_MS);
    await keep();
    expect(await moved()).not.toContain(old.id);
  });
});

describe('a partner over HTTP as a bank partner', () => {
  const bank = new HttpBank();
  let partner: HttpBankPartner;
  beforeAll(async () => {
    partner = new HttpBankPartner(await bank.start());
  });
  afterAll(() => bank.stop());

  const settle = (entries: readonly BankEntry[]): Promise<void> => {
    for (const { id } of entries) bank.settle(id);
    return Promise.resolve();
  };

  bankPartnerBehaviour(() => ({ partner, now: START, settle }));

  it('that loses its answer has the entry all the same', async () => {
    const entry = anEntry(START);
    bank.losesNextAnswer = true;
    await expect(partner.submit(entry)).rejects.toThrow();
    expect(await partner.find(entry.id)).toEqual({ kind: 'accepted' });
  });
});
