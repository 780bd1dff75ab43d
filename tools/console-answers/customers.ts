import type { HalClient } from '@halyard/suite/client';
import { bankAccount, hrefOf, personalCustomer, sourceOf } from '@halyard/e2e/journeys';
import { requestExamples } from '../openapi/request-examples.ts';
import type { AnswerRecording } from './recording.ts';

/** Paths that the page of a customer reads. */
export const pageOf = (customer: string): readonly string[] => [
  ...['', '/funding-sources', '/documents', '/limits'].map((inner) => customer + inner),
  ...['/events?resourceId=', '/payments?customerId='].map((of) => of + customer.slice(customer.lastIndexOf('/') + 1)),
];

/** Records what is in the balance of a customer. */
export async function recordBalance(client: HalClient, recording: AnswerRecording, customer: string): Promise<void> {
  await recording.read('usual', `${await sourceOf(client, customer, 'balance')}/balance`);
}

/** Records customers in a list of several pages, and each kind of customer by itself. */
export async function recordCustomers(client: HalClient, recording: AnswerRecording): Promise<void> {
  const ada = await client.create('/customers', personalCustomer());
  const asked = await client.create('/customers', personalCustomer({ firstName: 'document', lastName: 'Asked' }));
  const deactivated = await client.create('/customers', personalCustomer({ lastName: 'Away' }));
  await client.post(deactivated, { status: 'deactivated' });
  recording.place('ada', ada);
  recording.place('asked', asked);
  recording.place('deactivated', deactivated);
  await recording.read('usual', '/', '/customers', '/customers?limit=1', '/customers?limit=2');
  const { body } = await client.get('/customers?limit=2');
  await recording.read('usual', hrefOf(body, 'next'), '/customers?status=verified', '/customers?search=Away');
  for (const customer of [ada, asked, deactivated]) await recording.read('usual', ...pageOf(customer));
  for (const customer of [ada, deactivated]) await recordBalance(client, recording, customer);
  const company = await client.create('/customers', {
    ...requestExamples['CompanyCustomerRequest'],
    email: personalCustomer().email,
  });
  recording.place('company', company);
  const ofCompanies = ['beneficial-owners', 'beneficial-ownership'].map((inner) => `${company}/${inner}`);
  await recording.read('usual', ...pageOf(company), ...ofCompanies, '/business-classifications');
  await recordBalance(client, recording, company);
  const { firstName, lastName, email } = personalCustomer({ firstName: 'Vera', lastName: 'Plain' });
  const unverified = await client.create('/customers', { firstName, lastName, email });
  const retry = await client.create('/customers', personalCustomer({ firstName: 'retry', lastName: 'Again' }));
  recording.place('unverified', unverified);
  recording.place('retry', retry);
  await client.create(`${unverified}/funding-sources`, bankAccount('4455667788'));
  for (const customer of [unverified, retry]) await recording.read('usual', ...pageOf(customer));
  await recording.write('refused', '/customers', { firstName: '', lastName: 'King' });
  await recording.read('usual', '/events', '/events?topic=customer_created', '/requests?status=4xx&status=2xx&limit=5');
}
