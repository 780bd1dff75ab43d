import type { HalClient } from '@halyard/suite/client';
import {
  bankAccount,
  embedded,
  hrefOf,
  newHolder,
  personalCustomer,
  sourceOf,
  transferOf,
  usd,
  verify,
} from '@halyard/e2e/journeys';
import { pagesOf } from './new-transfer.ts';
import { type AnswerRecording, partsOf } from './recording.ts';

const CHOSEN = '/payments?correlationId=chosen';

/** Records lists of payments, and actions on several of them. */
async function recordList(client: HalClient, recording: AnswerRecording, parties: readonly string[]): Promise<void> {
  const [bank = '', balance = ''] = parties;
  const made: string[] = [];
  const legs: string[] = [];
  for (const place of [1, 2, 3]) {
    const body = { ...transferOf(bank, balance, `${place}.00`), correlationId: 'chosen' };
    made.push(await client.create('/transfers', body));
  }
  for (const [place, href] of made.entries()) {
    const payment = hrefOf((await client.get(href)).body, 'payment');
    recording.place(`leg of chosen ${place + 1}`, href);
    recording.place(`chosen ${place + 1}`, payment);
    legs.push(hrefOf((await client.get(payment)).body, 'transfers'));
  }
  await recording.read(
    'usual',
    CHOSEN,
    '/payments?startAmount=4&endAmount=4&correlationId=chosen',
    '/payments?limit=2',
    ...legs,
  );
  const { body } = await client.get('/payments?limit=2');
  await recording.read('usual', hrefOf(body, 'next'));
  for (const href of made.slice(0, 2)) await recording.write('cancelled', href, { status: 'cancelled' });
  await recording.read('cancelled', CHOSEN, ...legs);
  await recording.write('simulated', `${made[2]}/simulation`, { action: 'process' });
  await recording.read('simulated', CHOSEN, ...legs);
  await recording.write('refused', made[2] ?? '', { status: 'cancelled' });
}

const story = async (client: HalClient, transfer: string): Promise<readonly string[]> => {
  const { body } = await client.get(transfer);
  return [transfer, ...pagesOf(body._links ?? {})];
};

/** Records a payment from bank to bank with a fee, from the view of each of its legs. */
async function recordPayment(client: HalClient, recording: AnswerRecording): Promise<void> {
  const [sender, receiver] = [
    await newHolder(client, { lastName: 'Sender' }, '4455667701'),
    await newHolder(client, { lastName: 'Receiver' }, '4455667702'),
  ];
  await client.create('/transfers', transferOf(sender.bank, sender.balance, '50.00'));
  await client.post('/sandbox-simulations');
  const made = await client.create('/transfers', {
    ...transferOf(sender.bank, receiver.bank, '40.00'),
    fees: [{ _links: { 'charge-to': { href: sender.customer } }, amount: usd('1.00') }],
  });
  await recording.readNames('usual', ...partsOf(sender), ...partsOf(receiver));
  recording.place('main leg', made);
  const storyOfLegs = async (): Promise<readonly string[]> => {
    const { body } = await client.get(made);
    const beside = ['funding-transfer', 'funded-transfer'].flatMap((rel) => body._links?.[rel]?.href ?? []);
    for (const [place, leg] of beside.entries()) recording.place(`leg ${place + 1} beside it`, leg);
    return (await Promise.all([made, ...beside].map((leg) => story(client, leg)))).flat();
  };
  await recording.read('begun', ...(await storyOfLegs()));
  for (const _ of [1, 2, 3]) await client.post('/sandbox-simulations');
  const { body } = await client.get(made);
  recording.place('payment', hrefOf(body, 'payment'));
  const payment = await client.get(hrefOf(body, 'payment'));
  await recording.read(
    'settled',
    ...(await storyOfLegs()),
    `${payment.body._links?.['timeline']?.href ?? ''}?limit=200`,
  );
}

/** Records a transfer that its bank returns. */
async function recordReturn(client: HalClient, recording: AnswerRecording): Promise<void> {
  const holder = await newHolder(client, { lastName: 'Returned' }, '4455667703');
  await recording.readNames('usual', ...partsOf(holder));
  const made = await client.create('/transfers', transferOf(holder.bank, holder.balance, '3.00'));
  recording.place('returned', made);
  await recording.read('pending', ...(await story(client, made)));
  await recording.write('returned', `${made}/simulation`, { action: 'fail', code: 'R02' });
  const { body } = await client.get(made);
  await recording.read('returned', ...(await story(client, made)), hrefOf(body, 'failure'));
}

/** Records a payment of a sender who has a weekly limit. */
async function recordLimited(client: HalClient, recording: AnswerRecording, balance: string): Promise<void> {
  const { firstName, lastName, email } = personalCustomer({ lastName: 'Limited' });
  const customer = await client.create('/customers', { firstName, lastName, email });
  const bank = await client.create(`${customer}/funding-sources`, bankAccount('4455667705'));
  await verify(client, bank);
  const receiver = await newHolder(client, { lastName: 'Unlimited' }, '4455667706');
  const made = await client.create('/transfers', transferOf(bank, receiver.balance, '6.00'));
  recording.place('limited', made);
  await recording.readNames('usual', customer, bank, balance, ...partsOf(receiver));
  await recording.read('usual', ...(await story(client, made)));
}

/** Records a simulation in which banks settle two transfers and return one. */
async function recordHandled(client: HalClient, recording: AnswerRecording, parties: readonly string[]): Promise<void> {
  const [bank = '', balance = ''] = parties;
  const holder = await newHolder(client, { lastName: 'Handled' }, '4455667704');
  await recording.readNames('usual', ...partsOf(holder));
  await client.post(holder.bank, { name: 'R01' });
  await client.create('/transfers', transferOf(holder.bank, holder.balance, '4.00'));
  await client.create('/transfers', transferOf(bank, balance, '5.00'));
  const { body } = await recording.write('handled', '/sandbox-simulations', {});
  const list = `${hrefOf(body, 'transfers')}?limit=200`;
  await recording.read('handled', list);
  for (const transfer of embedded((await client.get(list)).body, 'transfers')) {
    const failure = transfer._links?.['failure']?.href;
    if (failure !== undefined) await recording.read('handled', failure);
  }
}

export async function recordPayments(client: HalClient, recording: AnswerRecording): Promise<void> {
  const account = `/accounts/${client.connection.accountId}`;
  const parties = [await sourceOf(client, account, 'bank'), await sourceOf(client, account, 'balance')];
  await recording.read('usual', '/');
  await recording.readNames('usual', ...parties);
  await recordList(client, recording, parties);
  await recordPayment(client, recording);
  await recordReturn(client, recording);
  await recordLimited(client, recording, parties[1] ?? '');
  await recordHandled(client, recording, parties);
}
