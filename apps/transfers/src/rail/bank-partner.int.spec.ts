import { DueWork } from '@halyard/messaging';
import { Housekeeping } from '@halyard/persistence';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anEntry, bankPartnerBehaviour } from '../../test/bank-partner/bank-partner.behaviour.js';
import { HttpBank, HttpBankPartner } from '../../test/bank-partner/http-bank.js';
import { transfersService } from '../transfers.module.js';
import { type BankEntry, BankPartner } from './bank-partner.js';
import { simulatedBankLifetimes, SimulatedBankPartner } from './simulated-bank-partner.rows.js';

/** Longer than any bank may take to return what it has settled. */
const ALL_OF_IT_MS = 100 * 24 * 3_600_000;

describe('SimulatedBankPartner as a bank partner', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    expect(service.get(BankPartner)).toBeInstanceOf(SimulatedBankPartner);
  });
  afterAll(() => service.stop());

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

  it('forgets what nobody asks for any more, and nothing else', async () => {
    const partner = service.get(BankPartner);
    const [old, recent] = [anEntry(service.clock.system()), anEntry(service.clock.system())];
    await partner.submit(old);
    await settle([old]);
    service.clock.advance(ALL_OF_IT_MS);
    await partner.submit(recent);
    const housekeeping = new Housekeeping(service.dataSource, simulatedBankLifetimes, { info: () => 0, warn: () => 0 });
    await housekeeping.keep(service.clock.system());
    expect([await partner.find(old.id), await partner.find(recent.id)]).toEqual([
      { kind: 'absent' },
      { kind: 'accepted' },
    ]);
    const moved = async () => (await partner.happened(undefined, 100)).happenings.map(({ entryId }) => entryId);
    expect(await moved()).toContain(old.id);
    service.clock.advance(ALL_OF_IT_MS);
    await housekeeping.keep(service.clock.system());
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

  bankPartnerBehaviour(() => ({ partner, now: new Date('2026-03-02T18:00:00Z'), settle }));

  it('that loses its answer has the entry all the same', async () => {
    const entry = anEntry(new Date('2026-03-02T18:00:00Z'));
    bank.losesNextAnswer = true;
    await expect(partner.submit(entry)).rejects.toThrow();
    expect(await partner.find(entry.id)).toEqual({ kind: 'accepted' });
  });
});
