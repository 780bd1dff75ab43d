import { describe, expect, it } from '@jest/globals';
import { balanceIdOf } from '@halyard/contracts';
import { type FailureRow, failureRows, flowRows, type Seen } from '../../test/leg-table.js';
import { nameOf, type PaymentUnderTest, termsOf } from '../../test/payments.js';
import { booksOf, everyEvent } from '../../test/payment-processes.js';
import { named, Stage } from '../../test/stage.js';
import { flows } from './flows.js';

const CENTS = 100n;

/** The balances of a payment's sender and receiver; none for who has none, and one only where both are the same. */
function balancesOf({ kind, source, destination }: PaymentUnderTest): readonly (string | undefined)[] {
  const [from = '', to = ''] = kind.split(' to ');
  const sender = from === 'holder balance' ? source.fundingSourceId : balanceIdOf(source.ownerId);
  const receiver = to.endsWith(' balance') ? destination.fundingSourceId : balanceIdOf(destination.ownerId);
  if (to === 'own balance') return [undefined, receiver];
  return [from.startsWith('holder') ? sender : undefined, /^(own|plain)/.test(to) ? undefined : receiver];
}

async function staged({ flow, receiverHas = 100 }: Pick<FailureRow, 'flow' | 'receiverHas'>) {
  const stage = new Stage();
  const terms = termsOf(flow);
  const [sender, receiver] = balancesOf(terms);
  if (sender) await stage.fund(sender, 100n * CENTS);
  if (receiver && receiverHas !== 0) await stage.fund(receiver, BigInt(receiverHas) * CENTS);
  await stage.begin(terms);
  let told = 0;
  const see = async (): Promise<Seen> => {
    const since = await stage.told(terms, told);
    told += since.length;
    const balances = await Promise.all(
      [sender, receiver].map(async (id) =>
        id ? `${(await stage.service.balances.current(id)).postedMinor / CENTS}` : '-',
      ),
    );
    const text = since.map((each) => (each === `negative ${receiver}` ? 'receiver negative' : each)).join(', ');
    return { legs: (await stage.legs(terms)).join(', '), told: text, balances: balances.join(' ') };
  };
  return { stage, terms, see };
}

const balancesAdd = async (stage: Stage): Promise<void> => {
  const events = (await everyEvent(stage.store)).filter(({ data }) => !isFunding(data));
  expect(booksOf(events)).toMatchObject({ discrepancy: 0n, unsettled: [] });
};
const isFunding = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'contra' in data && data.contra === Stage.FUNDS;

describe('the leg table (reference facts 7.5)', () => {
  it('has a row for each flow', () =>
    expect(flowRows.map(({ flow }) => flow).sort()).toEqual(flows.map(nameOf).sort()));

  it.each(flowRows)('$row', async ({ flow, creation, simulations }) => {
    const { stage, see } = await staged({ flow });
    expect(await see()).toEqual(creation);
    for (const seen of simulations) {
      expect(await stage.simulate(named({}))).toBe(1);
      expect(await see()).toEqual(seen);
    }
    expect(await stage.simulate(named({}))).toBe(0);
    await balancesAdd(stage);
  });
});

describe('failure legs (reference facts 7.5)', () => {
  it.each(failureRows)('$row: $flow', async (row) => {
    const { stage, terms, see } = await staged(row);
    await see();
    const names = named({
      ...(row.source !== undefined && { [terms.source.fundingSourceId]: row.source }),
      ...(row.destination !== undefined && { [terms.destination.fundingSourceId]: row.destination }),
    });
    for (const seen of row.simulations) {
      await stage.simulate(names, row.before === 'receiver closed');
      expect(await see()).toEqual(seen);
    }
    // Nothing is left to be done, however often somebody says so.
    await stage.simulate(names);
    await stage.service.process.drive(terms.paymentId);
    expect(await see()).toMatchObject({ told: '' });
    await balancesAdd(stage);
  });
});
