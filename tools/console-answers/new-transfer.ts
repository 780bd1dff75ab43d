import type { HalClient } from '@halyard/suite/client';
import { bankAccount, newHolder, personalCustomer, sourceOf, transferOf, usd } from '@halyard/e2e/journeys';
import type { AnswerRecording } from './recording.ts';

/** Records the searches for the parties of a new transfer, and the further course of the transfer. */
export async function recordNewTransfer(client: HalClient, recording: AnswerRecording): Promise<void> {
  const account = `/accounts/${client.connection.accountId}`;
  const [bank, balance] = [await sourceOf(client, account, 'bank'), await sourceOf(client, account, 'balance')];
  const quill = await newHolder(client, { lastName: 'Quill' }, '4455667788');
  const { type: _, ...unverified } = personalCustomer({ firstName: 'Ada', lastName: 'Limited' });
  const limited = await client.create('/customers', { ...unverified, type: 'receive-only' });
  const savings = await client.create(`${limited}/funding-sources`, bankAccount('4499887766', 'Savings of Z'));
  recording.place('bank', bank);
  recording.place('balance', balance);
  recording.place('quill', quill.bank);
  recording.place('payer', quill.customer);
  recording.place('savings', savings);

  const texts = ['Savings of', 'Quill', 'Ada Limited', 'Balance', 'Superhero', 'Nobody at all'];
  const sources = [bank, balance, quill.bank, quill.balance, savings];
  const owners = [quill.customer, limited];
  await recording.read(
    'usual',
    ...['/', account, '/transfers?limit=1', '/transfers/new', '/customers?limit=8', ...sources, ...owners],
    ...texts.map((text) => `/customers?limit=8&search=${encodeURIComponent(text)}`),
    ...[account, ...owners].map((owner) => `${owner}/funding-sources?removed=false`),
    `${quill.customer}/limits`,
  );
  for (const text of texts)
    await recording.readWhole('usual', `/search?q=${encodeURIComponent(text)}`, ({ missing }) => missing === undefined);
  await recording.readNames('usual', ...sources, ...owners);
  await recording.write('without a source', '/transfers', { amount: usd('2.00') });
  await recording.write('of nothing', '/transfers', transferOf(bank, balance, '0'));
  const fee = (value: string) => ({ _links: { 'charge-to': { href: quill.customer } }, amount: usd(value) });
  await recording.write('with a fee of nothing', '/transfers', {
    ...transferOf(quill.bank, savings, '10.00'),
    fees: [fee('1.00'), fee('0')],
  });
  const { location } = await recording.write('made', '/transfers', transferOf(bank, balance, '2.00'));
  recording.place('made', location);
  const { body } = await client.get(location);
  await recording.read('made', location, ...pagesOf(body._links ?? {}));
}

/** Paths that the page of a payment reads besides a transfer. */
export const pagesOf = (links: Readonly<Record<string, { readonly href: string }>>): readonly string[] =>
  ['payment', 'fees'].flatMap((rel) => links[rel]?.href ?? []).concat(`${links['timeline']?.href ?? ''}?limit=200`);
