import { describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { type PaymentUnderTest, termsOf, when } from '../../../test/payments.js';
import { BankHours } from '../../cut-off/bank-hours.js';
import { TransfersConfig } from '../../config.js';
import { named, Stage } from '../../../test/stage.js';
import type { Fee } from '../../payment/fees.js';
import { paymentStream } from '../../payment/payment.model.js';
import { transferAnswer } from '../transfer.answer.js';
import { paymentAnswer } from './payment.answer.js';
import { foldHistory } from './payment.history.js';

const hours = new BankHours(new TransfersConfig());
const cents = (payer: Fee['payer'], minor: string): Fee => ({ payer, amount: { minor, currency: 'USD' } });

async function staged(flow: string, fees: readonly Fee[]) {
  const stage = await Stage.open();
  const terms = termsOf(flow, { fees });
  if (flow.startsWith('holder balance')) await stage.fund(terms.source.fundingSourceId, 100_00n);
  await stage.begin(terms);
  return { stage, terms, see: () => seen(stage, terms) };
}

const statuses = (answers: readonly ResourceAnswer[] = []) => answers.map(({ attributes }) => attributes['status']);

async function seen(stage: Stage, { paymentId }: PaymentUnderTest) {
  const events = [];
  for await (const event of stage.store.read(paymentStream(paymentId))) events.push(event);
  const history = foldHistory(events);
  if (!history) throw new Error('there is no such payment');
  const { attributes, embedded } = paymentAnswer(history, { at: when, hours }, new Map());
  const { transfers = [], fees = [] } = embedded ?? {};
  const names = new Map([...transfers, ...fees].map(({ id }, place) => [id, place]));
  const timeline = attributes['timeline'] as readonly { event: string; transfer: string }[];
  const expected = attributes['expected'] as readonly { transfer: string }[];
  return {
    status: attributes['status'],
    amount: attributes['amount'],
    failure: attributes['failure'],
    transfers: statuses(transfers),
    fees: statuses(fees),
    links: [...transfers, ...fees].map(({ links }) => Object.keys(links).filter((name) => links[name])),
    /** `<event> <place>`: transfers first, then fees. */
    timeline: timeline.map(({ event, transfer }) => `${event} ${names.get(transfer)}`),
    expected: expected.map(({ transfer }) => names.get(transfer)),
  };
}

const USD10 = { value: '10.00', currency: 'USD' };

describe('a payment with fees', () => {
  it('lists them beside its transfers, whose full amount it shows', async () => {
    const fees = [cents('sender', '25'), cents('receiver', '50')];
    const { see } = await staged('holder balance to holder bank', fees);
    const { links, ...payment } = await see();
    expect(payment).toEqual({
      status: 'pending',
      amount: USD10,
      failure: undefined,
      transfers: ['processed', 'pending'],
      fees: ['processed', 'processed'],
      timeline: ['created 0', 'created 2', 'created 3', 'processed 0', 'created 1', 'processed 2', 'processed 3'],
      expected: [0, 1, 2, 3],
    });
    expect(links.map((names) => names.includes('created-from-transfer'))).toEqual([false, false, true, true]);
  });

  it.each([
    ['holder balance to holder balance', 'sender', 'source'],
    ['holder balance to plain bank', 'sender', 'source'],
    ['holder bank to holder balance', 'sender', 'source'],
    ['plain bank to holder balance', 'sender', 'source'],
    ['holder balance to holder balance', 'receiver', 'destination'],
    ['holder bank to holder bank', 'receiver', "receiver's balance"],
  ] as const)('names what pays a fee, and what gets it: %s, the %s', async (flow, payer, from) => {
    const { stage, terms } = await staged(flow, [cents(payer, '25')]);
    const fee = (await stage.transfers()).find(({ kind }) => kind === 'fee');
    if (!fee) throw new Error('there is no fee');
    const { source, destination, accountId } = terms;
    const balance = balanceIdOf(destination.ownerId);
    const payers = {
      source: source.fundingSourceId,
      destination: destination.fundingSourceId,
      "receiver's balance": balance,
    };
    const party = payer === 'sender' ? source : destination;
    expect(transferAnswer(fee, { at: when, hours }).links).toMatchObject({
      source: { kind: party.ownerKind, id: party.ownerId },
      destination: { kind: 'account', id: accountId },
      'source-funding-source': { kind: 'funding-source', id: payers[from] },
      'destination-funding-source': { kind: 'funding-source', id: balanceIdOf(accountId) },
      'created-from-transfer': { kind: 'transfer', id: terms.paymentId },
    });
  });

  it('is processed once its money is there, whatever becomes of a fee that a bank still has', async () => {
    const { stage, terms, see } = await staged('plain bank to holder balance', [cents('sender', '25')]);
    await stage.simulate(named({}));
    expect(await see()).toMatchObject({ status: 'processed', transfers: ['processed'], fees: ['pending'] });
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01' }));
    expect(await see()).toMatchObject({ status: 'processed', failure: undefined, fees: ['failed'] });
  });

  it('says what failed, and that its fees were not taken', async () => {
    const { stage, terms, see } = await staged('holder bank to holder balance', [cents('receiver', '25')]);
    await stage.simulate(named({ [terms.source.fundingSourceId]: 'R01' }));
    expect(await see()).toMatchObject({
      status: 'failed',
      failure: { transfer: terms.legs[0]?.id, code: 'R01', description: 'Insufficient Funds' },
      transfers: ['failed', 'failed'],
      fees: ['cancelled'],
      expected: [],
    });
  });
});

describe('a payment that its sender took back', () => {
  it('is cancelled with all that it is made of, and nothing of it is expected or can be done any more', async () => {
    const { stage, terms, see } = await staged('holder bank to holder balance', [cents('receiver', '25')]);
    await stage.service.process.cancel(terms.paymentId, terms.paymentId, { stopId: newId(), at: when });
    const { links, ...payment } = await see();
    expect(payment).toEqual({
      status: 'cancelled',
      amount: USD10,
      failure: undefined,
      transfers: ['cancelled', 'cancelled'],
      fees: ['cancelled'],
      timeline: ['created 0', 'created 1', 'created 2', 'cancelled 0', 'cancelled 1', 'cancelled 2'],
      expected: [],
    });
    expect(links.flat().filter((name) => name === 'cancel' || name === 'failure')).toEqual([]);
  });

  it('keeps what was processed before its last transfer was taken back', async () => {
    const { stage, terms, see } = await staged('holder balance to holder bank', []);
    const last = terms.legs[1]?.id ?? '';
    await stage.service.process.cancel(terms.paymentId, last, { stopId: newId(), at: when });
    expect(await see()).toMatchObject({
      status: 'cancelled',
      transfers: ['processed', 'cancelled'],
      timeline: ['created 0', 'processed 0', 'created 1', 'cancelled 1'],
      expected: [0],
    });
  });
});
