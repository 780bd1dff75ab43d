import type { HalClient } from '@halyard/suite/client';
import { bankAccount, newHolder, personalCustomer, sourceOf, transferOf, usd } from '@halyard/e2e/journeys';
import { pageOf as pageOfCustomer, recordBalance as recordBalanceOf } from './customers.ts';
import { type AnswerRecording, partsOf } from './recording.ts';

/** Paths that the page of a funding source reads. */
const pageOf = (source: string): readonly string[] => {
  const transfers = `/transfers?fundingSourceId=${source.slice(source.lastIndexOf('/') + 1)}`;
  return [source, transfers, `${transfers}&status=pending&limit=200`];
};

/** Records a balance with the entries of this month. */
async function recordBalance(client: HalClient, recording: AnswerRecording, account: string): Promise<void> {
  const [bank, balance] = [await sourceOf(client, account, 'bank'), await sourceOf(client, account, 'balance')];
  for (const value of ['12.50', '7.25']) await client.create('/transfers', transferOf(bank, balance, value));
  for (const _ of [1, 2, 3]) await client.post('/sandbox-simulations');
  const month = `${balance}/statement?from=${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  recording.place('balance', balance);
  recording.place('its month', month);
  await recording.readNames('usual', bank, balance);
  await recording.read('usual', ...pageOf(balance), `${balance}/balance`, month);
}

/** Records banks and balances: their lists, and everything that is done with a bank from its first to its last day. */
export async function recordBanks(client: HalClient, recording: AnswerRecording): Promise<void> {
  const account = `/accounts/${client.connection.accountId}`;
  const own = await sourceOf(client, account, 'bank');
  recording.place('own bank', own);
  await recording.read('usual', '/', ...pageOf(own), `${own}/balance`);
  await recordBalance(client, recording, account);
  const customer = await client.create('/customers', personalCustomer());
  const closed = await client.create(`${customer}/funding-sources`, bankAccount('4455667701'));
  await client.post(closed, { name: 'Closed', removed: true });
  const sources = `${customer}/funding-sources`;
  recording.place('customer', customer);
  recording.place('closed', closed);
  await recording.read('usual', ...pageOf(closed));
  await recording.read('usual', '/funding-sources', '/funding-sources?type=balance', sources);
  await recording.readNames('usual', customer);
  const rainy = { ...bankAccount('4455667799', 'Rainy days'), bankAccountType: 'savings' };
  await recording.read('usual', ...pageOfCustomer(customer));
  await recordBalanceOf(client, recording, customer);
  const { body: link } = await recording.write('linking', `${customer}/iav-token`, {});
  if (typeof link['token'] !== 'string') throw new Error(`no token in ${JSON.stringify(link)}`);
  await recording.write('added', sources, rainy);
  await recording.read('added', sources);

  const bank = await client.create(sources, bankAccount('4455667788'));
  recording.place('bank', bank);
  await recording.read('new', ...pageOf(bank));
  await recording.write('started', `${bank}/micro-deposits`, {});
  await recording.read('started', ...pageOf(bank));
  const amounts = { amount1: usd('0.03'), amount2: usd('0.07') };
  await recording.write('verified', `${bank}/micro-deposits`, amounts);
  await recording.read('verified', ...pageOf(bank));
  await recording.write('renamed', bank, { name: 'Rent' });
  await recording.read('renamed', ...pageOf(bank));
  await recording.write('removed', bank, { removed: true });
  await recording.read('removed', ...pageOf(bank));

  const holder = await newHolder(client, { lastName: 'Sender' }, '4455667702');
  recording.place('on its way to', holder.bank);
  await client.create('/transfers', transferOf(holder.bank, holder.balance, '20.00'));
  await client.post('/sandbox-simulations');
  await client.create('/transfers', transferOf(holder.balance, holder.bank, '5.00'));
  await recording.readNames('usual', ...partsOf(holder));
  await recording.read('usual', ...pageOf(holder.bank));
}
