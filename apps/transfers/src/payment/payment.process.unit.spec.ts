import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { moneyToJson, usd } from '@halyard/core';
import { Chain, type EventStore } from '@halyard/event-store';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { timedId } from '../../test/ids.js';
import { everyEvent, settle, startProcess } from '../../test/payment-processes.js';
import { type PaymentUnderTest, tenDollars, termsOf, when } from '../../test/payments.js';
import { balanceStream } from '../balance/balance.model.js';
import { REMEMBERED_MAX } from '../balance/remembered-ids.js';
import { entryIdOf } from '../payment-ids.js';
import { statusOf } from './payment.model.js';

describe('a deposit', () => {
  it('is credited without a search, however much its balance has forgotten since it began', async () => {
    const store = new FaultyEventStore(new InMemoryEventStore(), () => 'committed');
    const { process, balances } = startProcess(store);
    const deposit = termsOf('deposit');
    const { fundingSourceId } = deposit.destination;
    await process.begin(deposit, {});
    for (let n = 0; n <= REMEMBERED_MAX; n += 1) {
      const credit = {
        type: 'PostCredit',
        entryId: timedId(100_000 + n, n),
        legId: timedId(100_000 + n, n),
        amount: moneyToJson(usd(1n)),
        contra: 'x',
        at: when,
      } as const;
      const chain = new Chain(store);
      await balances.enter(fundingSourceId, credit, { chain });
      await chain.committed();
    }

    store.reads.length = 0;
    expect(statusOf(await settle(process, deposit))).toBe('ended');
    expect(store.reads).not.toContain(balanceStream(fundingSourceId));
    expect((await balances.current(fundingSourceId)).postedMinor).toBe(tenDollars.minor + BigInt(REMEMBERED_MAX + 1));
  });

  it('is credited once, by the settlement that came first, when two processes settle it at once', async () => {
    const store = new InMemoryEventStore();
    const deposit = termsOf('deposit');
    const processes = [startProcess(store), startProcess(store)];
    await processes[0]?.process.begin(deposit, {});
    await Promise.all(processes.map(({ process }) => settle(process, deposit)));

    const events = await everyEvent(store);
    const settlements = events.filter(({ type }) => type === 'LegSettled');
    const credits = events.filter(({ type }) => type === 'CreditPosted');
    expect(settlements).toHaveLength(1);
    expect(credits.map(({ data }) => data)).toMatchObject([
      { entryId: entryIdOf((settlements[0]?.data as { settlementId: string }).settlementId, 0) },
    ]);
  });
});

describe('a transfer over a balance with 10,000 closed entries', () => {
  it('reads no stream', async () => {
    const store = new FaultyEventStore(new InMemoryEventStore(), () => 'committed');
    const { process, balances } = startProcess(store);
    const { source, destination } = termsOf('balanceTransfer');
    const chain = new Chain(store);
    for (let n = 0; n < 10_000; n += 1) {
      const entryId = timedId(100_000 + n, n);
      const amount = moneyToJson(usd(1n));
      await balances.enter(
        source.fundingSourceId,
        { type: 'PostCredit', entryId, legId: entryId, amount, contra: 'x', at: when },
        { chain },
      );
    }
    await chain.committed();
    await process.begin(termsOf('balanceTransfer', { source, destination, minor: 1n }), {});

    store.reads.length = 0;
    for (let n = 0; n < 5; n += 1) {
      const paid = await process.begin(termsOf('balanceTransfer', { source, destination, minor: 1n }), {});
      expect(statusOf(paid)).toBe('ended');
    }
    expect(store.reads).toEqual([]);
  });
});

describe('a payment that is refused before it began', () => {
  const refusal = { reason: 'NotEligible', faults: [{ code: 'Invalid', message: 'No.', path: '/a' }] } as const;

  it('is never begun: whoever hung before beginning it loses', async () => {
    const store = new InMemoryEventStore();
    const terms = termsOf('deposit');
    const [answering, hanging] = [startProcess(store), startProcess(store)];
    const refused = await answering.process.refuse(terms.paymentId, { refusal, at: when }, {});
    expect(refused.refusal).toEqual(refusal);
    expect((await hanging.process.begin(terms, {})).refusal).toEqual(refusal);
    expect((await everyEvent(store)).map(({ type }) => type)).toEqual(['PaymentRefused']);
  });

  it('takes its way all the same where it has begun', async () => {
    const store = new InMemoryEventStore();
    const terms = termsOf('deposit');
    await startProcess(store).process.begin(terms, {});
    const payment = await startProcess(store).process.refuse(terms.paymentId, { refusal, at: when }, {});
    expect(statusOf(payment)).toBe('open');
  });
});

describe('a payment whose balance lacks the funds', () => {
  it('is refused at its own time, and takes no step that money would follow', async () => {
    const store = new InMemoryEventStore();
    const move = termsOf('balanceTransfer');
    const refused = await startProcess(store).process.begin(move, {});
    expect(refused.refusal).toEqual({ reason: 'InsufficientFunds' });
    expect((await everyEvent(store)).map(({ type, data }) => [type, (data as { at: string }).at])).toEqual([
      ['PaymentInitiated', move.at],
      ['DebitRefused', move.at],
      ['PaymentRefused', move.at],
    ]);
  });

  const fund = async (store: EventStore, { source }: PaymentUnderTest): Promise<void> => {
    const { process } = startProcess(store);
    const deposit = termsOf('deposit', { destination: source });
    await process.begin(deposit, {});
    await settle(process, deposit);
  };

  it('stays refused for whoever takes it up where the balance has said so, though funds have come since', async () => {
    const store = new InMemoryEventStore();
    const move = termsOf('balanceTransfer');
    const dying = new FaultyEventStore(store, ({ events: [event] }) => {
      if (event?.type === 'PaymentRefused') dying.sever();
      return event?.type === 'PaymentRefused' ? 'refused' : 'committed';
    });
    await expect(startProcess(dying).process.begin(move, {})).rejects.toThrow();
    await fund(store, move);

    const next = startProcess(store);
    expect((await next.process.drive(move.paymentId)).refusal).toEqual({ reason: 'InsufficientFunds' });
    expect(await next.balances.current(move.source.fundingSourceId)).toMatchObject({
      availableMinor: tenDollars.minor,
    });
  });

  it('in the memory of its process alone is not refused', async () => {
    const store = new InMemoryEventStore();
    const { process } = startProcess(store);
    const [first, second] = [termsOf('balanceTransfer'), termsOf('balanceTransfer')];
    expect(statusOf(await process.begin(first, {}))).toBe('refused');
    await fund(store, second);
    expect(statusOf(await process.begin(second, {}))).toBe('ended');
  });
});
