import { hrefOf, newHolder, transferOf } from '@halyard/e2e/journeys';
import type { HalClient } from '@halyard/suite/client';
import { pagesOf } from './new-transfer.ts';
import { type AnswerRecording, partsOf } from './recording.ts';

const BEHAVIOR = '/sandbox-bank-behavior';

/** A rule for each outcome, and an outage. */
const ruled = {
  seed: 'ci-42',
  rules: [
    { name: 'nsf', when: { direction: 'debit', amount: { from: '100.00' } }, share: '0.02', then: { return: 'R01' } },
    { name: 'late', when: { correlationId: 'order-*' }, every: 3, then: { return: 'R10', after: 'P30D' } },
    {
      name: 'moved',
      when: { direction: 'credit', route: 'ach' },
      first: 1,
      then: { correct: 'C01', corrected: { accountNumber: '4412907755' } },
    },
    { name: 'slow', when: { route: 'same-day', owner: 'account' }, then: { delay: 'P1DT12H' } },
    { name: 'wrong', when: { route: 'micro-deposit' }, then: { microDeposits: 'wrong-amounts' } },
  ],
  outages: [{ routingNumber: '222222226', from: '2031-12-24T00:00:00Z', to: '2031-12-27T00:00:00Z' }],
};

/** Faults of fields that the page has, and of one that it has not. */
const refused = {
  rules: [
    { name: 'early', share: '0.5', then: { return: 'R01', after: 'P90D' } },
    { name: 'twice', then: { correct: 'C01', corrected: { routingNumber: '222222226' } } },
    { name: 'twice', then: {} },
  ],
  outages: [{ routingNumber: '222222226', from: '2031-12-24T00:00:00Z', to: '2031-12-23T00:00:00Z' }],
  holidays: [],
};

/** Records a behavior that does nothing, one with rules, a refusal, and a payment whose bank corrects its number. */
export async function recordBankBehavior(client: HalClient, recording: AnswerRecording): Promise<void> {
  await recording.read('usual', '/', BEHAVIOR);
  await recording.write('refused', BEHAVIOR, refused);
  const holder = await newHolder(client, { lastName: 'Byron' });
  const { bank, balance } = holder;
  await recording.write('ruled', BEHAVIOR, ruled);
  await client.create('/transfers', transferOf(bank, balance, '5.00'));
  await client.post('/sandbox-simulations');
  const corrected = await client.create('/transfers', transferOf(balance, bank, '3.00'));
  const { body: simulation } = await recording.write('ruled', '/sandbox-simulations', {});
  const { body } = await client.get(corrected);
  recording.place('corrected', corrected);
  await recording.readNames('ruled', ...partsOf(holder));
  await recording.read(
    'ruled',
    ...[BEHAVIOR, corrected, ...pagesOf(body._links ?? {}), hrefOf(body, 'corrections')],
    `${hrefOf(simulation, 'transfers')}?limit=200`,
  );
}
