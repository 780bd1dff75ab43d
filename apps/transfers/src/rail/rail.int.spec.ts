import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { DomainError, exportOf, newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { noWebhooks } from '../../test/account-clock.js';
import { empty } from '../../test/rebuild.js';
import { faultsOf, RETURNS, World } from '../../test/world.js';
import { transfersConfig } from '../config.js';
import { ReadModels } from '../projection/read-models.js';
import { Transfers } from '../transfer/transfers.js';
import { transfersService } from '../transfers.module.js';
import { BankPartner, type BankEvent } from './bank-partner.js';
import { PromptPartner } from './prompt-partner.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** March and April, counted from 0: the banks have no holiday in them, nor in the weeks behind them. */
const MONTHS_WITHOUT_HOLIDAYS = [2, 3];

/** Every test begins at noon of a Wednesday in Chicago, at one in summer, with no holiday near. */
describe('the production rail, with a simulated partner', () => {
  let service: TestService;
  let world: World;
  let partner: BankPartner;
  let bank: FundingSourceFact;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService, {
      env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
      services: noWebhooks,
    });
    partner = service.get(BankPartner);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    const now = service.clock.system().getTime();
    let begin = now + WEEK_MS - ((now - Date.parse('2026-02-25T18:00:00Z')) % WEEK_MS);
    while (!MONTHS_WITHOUT_HOLIDAYS.includes(new Date(begin).getUTCMonth())) begin += WEEK_MS;
    service.clock.advance(begin - now);
    world = new World(service);
    [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const pass = (ms: number) => {
    service.clock.advance(ms);
    service.get(DueWork).wake();
  };
  const statusOf = async (id: string) => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' ? body.attributes['status'] : body;
  };
  const timeline = async (id: string): Promise<string[]> => {
    const { body } = await world.call('GET', `/payments/${id}`);
    const happened = body.type === 'resource' ? body.attributes['timeline'] : [];
    return (happened as unknown as { event: string }[]).map(({ event }) => event);
  };
  const storyOf = async (id: string) => {
    const { body } = await world.call('GET', `/payments/${id}/timeline`);
    const entries = (body.type === 'resource' && body.parts?.['entries']) || [];
    return entries.map(({ attributes }) => attributes as { at?: string; did?: string; bankDate?: string });
  };
  const submitted = (id: string) =>
    until('the leg is with its bank', async () => (await timeline(id)).includes('submitted'));
  const becomes = (id: string, status: string) => until(status, async () => (await statusOf(id)) === status);
  /** Time goes on by an hour at a time, as due work and the feed want it to. */
  const eventually = (id: string, status: string) =>
    until(status, async () => {
      pass(HOUR_MS);
      return (await statusOf(id)) === status;
    });

  it('hands an entry over at its cut-off, and settles it in bank time', async () => {
    const submit = jest.spyOn(partner, 'submit');
    const id = await world.transfer(bank, balance, '5.00');
    expect((await world.call('GET', `/transfers/${id}`)).body).toMatchObject({ links: { simulate: undefined } });
    pass(4 * HOUR_MS - 60_000);
    expect(await timeline(id)).toEqual(['created']);
    expect(submit).not.toHaveBeenCalled();
    pass(120_000);
    await submitted(id);
    pass(2 * DAY_MS);
    expect(await statusOf(id)).toBe('pending');
    await eventually(id, 'processed');
    expect(await world.balanceOf(balance)).toEqual(['5.00', '5.00']);
    expect(submit).toHaveBeenCalledTimes(1);
    expect((await world.call('POST', '/sandbox-simulations')).status).toBe(404);
  });

  it.each([
    ['the time of the cut-off, if it is in time', 2_000, 0],
    ['its own time, if it is late', 3_000, 3_000],
  ])('hands over at %s', async (_, lateMs, expectedMs) => {
    const cutOff = exportOf('debit', service.clock.system()).getTime();
    const id = await world.transfer(bank, balance, '5.00');
    pass(cutOff + lateMs - service.clock.system().getTime());
    await submitted(id);
    const [first] = (await storyOf(id)).filter(({ did }) => did === 'submitted');
    expect(first?.at).toBe(new Date(cutOff + expectedMs).toISOString());
  });

  it('can be cancelled until then, and is never handed over; afterwards it is its bank’s', async () => {
    const [first, second] = [await world.transfer(bank, balance, '5.00'), await world.transfer(bank, balance, '6.00')];
    const cancel = (id: string) => world.call('POST', `/transfers/${id}`, { body: { status: 'cancelled' } });
    expect((await cancel(first)).status).toBe(200);
    pass(4 * HOUR_MS);
    await submitted(second);
    expect(faultsOf(await cancel(second))).toEqual(['NotAllowed /status']);
    expect(await timeline(first)).toEqual(['created', 'cancelled']);
  });

  it('asks for an answer that was lost, and does not submit again', async () => {
    const submit = jest.spyOn(partner, 'submit');
    const real = Object.getPrototypeOf(partner) as BankPartner;
    submit.mockImplementationOnce(async (entry) => {
      await real.submit.call(partner, entry);
      throw new Error('the line went dead');
    });
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await submitted(id);
    await eventually(id, 'processed');
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('asks again while the partner can’t tell, and submits what it never got', async () => {
    const submit = jest.spyOn(partner, 'submit').mockRejectedValueOnce(new Error('down'));
    const find = jest
      .spyOn(partner, 'find')
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce({ kind: 'unknown' });
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await submitted(id);
    await eventually(id, 'processed');
    expect(find.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it('waits once for a partner that hangs, and says of nothing more that it was handed over', async () => {
    const submit = jest.spyOn(partner, 'submit').mockImplementationOnce(() => new Promise(() => undefined));
    const ids = [await world.transfer(bank, balance, '5.00'), await world.transfer(bank, balance, '6.00')];
    const submittedOf = async () => (await Promise.all(ids.map(timeline))).map((each) => each.includes('submitted'));
    pass(4 * HOUR_MS);
    await until('both are put off', async () => {
      const later = `SELECT FROM due_work WHERE kind = 'bank-entry' AND due_at > $1`;
      return (await service.dataSource.query<unknown[]>(later, [service.clock.system()])).length === 2;
    });
    expect([submit.mock.calls.length, service.get(PromptPartner).isSilent]).toEqual([1, true]);
    expect((await submittedOf()).sort()).toEqual([false, true]);
    for (const id of ids) await eventually(id, 'processed');
    expect(submit).toHaveBeenCalledTimes(3);
    expect(await world.balanceOf(balance)).toEqual(['11.00', '11.00']);
  });

  it('fails what the partner rejects', async () => {
    jest.spyOn(partner, 'submit').mockResolvedValueOnce({ kind: 'rejected', code: 'R13' });
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await becomes(id, 'failed');
    expect(await world.balanceOf(balance)).toEqual(['0.00', '0.00']);
  });

  it('has what a rejection does to a bank stand with its owner, though that was away at first', async () => {
    jest.spyOn(partner, 'submit').mockResolvedValueOnce({ kind: 'rejected', code: 'R03' });
    let isAway = true;
    const [asked, applied]: [unknown[], unknown[]] = [[], []];
    service.services.answer(RETURNS.banks, ({ body }) => {
      (isAway ? asked : applied).push(body);
      return isAway ? new DomainError('ServiceUnavailable') : factAnswer([]);
    });
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await until('its owner was asked', () => asked.length > 0);
    isAway = false;
    await until('its owner knows', async () => {
      pass(HOUR_MS);
      await timeline(id);
      return applied.length > 0;
    });
    expect(applied).toEqual(asked.slice(0, 1));
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['failed', ['0.00', '0.00']]);
  });

  it('takes back what is returned within its days after it has settled', async () => {
    bank = world.source(world.account, 'bank', { returns: { code: 'R01', isLate: true } });
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await submitted(id);
    await eventually(id, 'processed');
    await eventually(id, 'failed');
    expect(await world.balanceOf(balance)).toEqual(['0.00', '0.00']);
  });

  it('goes on where it was when the partner was down', async () => {
    const id = await world.transfer(bank, balance, '5.00');
    pass(4 * HOUR_MS);
    await submitted(id);
    const happened = jest.spyOn(partner, 'happened').mockRejectedValue(new Error('down'));
    pass(4 * DAY_MS);
    await until('it was asked', () => happened.mock.calls.length > 0);
    expect(await statusOf(id)).toBe('pending');
    happened.mockRestore();
    await eventually(id, 'processed');
  });

  describe('what a partner says', () => {
    let id: string;
    let cursor: string;
    beforeEach(async () => {
      jest.spyOn(partner, 'submit').mockResolvedValue({ kind: 'accepted' });
      id = await world.transfer(bank, balance, '5.00');
      pass(4 * HOUR_MS);
      await submitted(id);
    });

    /** The partner says this, and is heard. */
    const says = async (...happenings: readonly Partial<BankEvent>[]) => {
      let asked = 0;
      jest.spyOn(partner, 'happened').mockImplementation((since = '0') => {
        cursor = since;
        asked += 1;
        if (asked > 1) return Promise.resolve({ happenings: [], cursor });
        const each = happenings.map((it) => ({ id: newId(), entryId: id, at: service.clock.system(), ...it }));
        return Promise.resolve({ happenings: each, cursor });
      });
      await until('it is heard and carried out', () => {
        // By little: what is not to be handed over must not come to its cut-off.
        pass(MINUTE_MS);
        return asked > 2;
      });
    };
    const isBalanced = async () => {
      const { body } = await world.call('GET', '/ledger/trial-balance');
      return body.type === 'resource' && body.attributes['balanced'];
    };

    it('twice, under one id or two, happens once', async () => {
      const settled = { id: newId() };
      await says(settled, settled, {});
      await says({ id: newId(), returned: 'R01' }, { returned: 'R01' });
      expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['failed', ['0.00', '0.00']]);
      expect(await isBalanced()).toBe(true);
    });

    it('bears the time at which it was recorded, with the bank’s own date beside it', async () => {
      const bankDate = new Date(service.clock.system().getTime() - 20 * HOUR_MS);
      const before = service.clock.system().toISOString();
      await says({ at: bankDate });
      const settled = (await storyOf(id)).filter(({ did }) => did === 'settled');
      expect(settled).toMatchObject([{ because: 'partner', bankDate: bankDate.toISOString() }]);
      expect(settled.every(({ at = '' }) => at >= before && at <= service.clock.system().toISOString())).toBe(true);
    });

    it('out of order comes to the same', async () => {
      await says({ returned: 'R01' }, {});
      expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['failed', ['0.00', '0.00']]);
      expect(await isBalanced()).toBe(true);
    });

    it('of what it was never given is set aside, and holds up nothing', async () => {
      const other = await world.transfer(bank, balance, '7.00');
      await says({ entryId: newId() }, { entryId: other }, {});
      expect([await statusOf(other), await statusOf(id)]).toEqual(['pending', 'processed']);
      expect(await world.balanceOf(balance)).toEqual(['5.00', '5.00']);
    });
  });

  describe('while the list of transfers is built again', () => {
    /** Empties it, and fills it again once somebody looks for the leg there. */
    const rebuildUntilLookedFor = async (id: string): Promise<void> => {
      const { follower, transfers } = service.get(ReadModels);
      expect(await statusOf(id)).toBe('pending');
      const find = jest.spyOn(service.get(Transfers), 'find');
      await follower.stop();
      await empty(service, transfers);
      await until('the leg is looked for', async () => {
        pass(HOUR_MS);
        await timeline(id);
        return find.mock.calls.some(([legId]) => legId === id);
      });
      follower.start();
    };

    it('a leg is handed over once that is done', async () => {
      const id = await world.transfer(bank, balance, '5.00');
      await rebuildUntilLookedFor(id);
      await submitted(id);
      await eventually(id, 'processed');
    });

    it('what a bank did is carried out once that is done', async () => {
      const id = await world.transfer(bank, balance, '5.00');
      pass(4 * HOUR_MS);
      await submitted(id);
      await rebuildUntilLookedFor(id);
      await eventually(id, 'processed');
    });
  });

  it('is refused without a partner, by a message that says what to set', () => {
    expect(() => transfersConfig({ ENVIRONMENT: 'production' })).toThrow('set BANK_PARTNER');
    expect(() => transfersConfig({ ENVIRONMENT: 'production', BANK_PARTNER: 'other' })).toThrow('BANK_PARTNER');
    expect(transfersConfig({}).environment).toBe('sandbox');
  });

  it('waits for its partner no longer than the database for due work', () => {
    expect(() => transfersConfig({ BANK_ANSWER_MS: '5000' })).toThrow('BANK_ANSWER_MS');
  });
});
