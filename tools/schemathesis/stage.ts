import { type HalClient } from '@halyard/suite/client';
import { personalCustomer } from '@halyard/suite/example-requests';
import { requestExamples } from '../openapi/request-examples.ts';

/** Existing resources that an application other than an operator's can ask for. */
export interface Stage {
  /** Ids by the path that contains them. */
  readonly ids: Readonly<Record<string, string>>;
  /** A token of a linking session, as a page has it. */
  readonly linkingToken: string;
}

const idOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1);

const hrefIn = async (client: HalClient, path: string, list: string): Promise<string> => {
  const { body } = await client.get(path);
  const href = body._embedded?.[list]?.[0]?._links?.['self']?.href;
  if (href === undefined) throw new Error(`${path} lists nothing`);
  return href;
};

async function linkingTokenOf(client: HalClient, customer: string): Promise<string> {
  const { body } = await client.post(`${customer}/iav-token`);
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const session = await client.post('/linking/sessions', {}, { headers });
  return String(session.body['token']);
}

/** Makes one resource of each kind that an application can make. */
export async function openStage(client: HalClient): Promise<Stage> {
  const { accountId } = client.connection;
  const account = `/accounts/${accountId}`;
  const customer = await client.create('/customers', personalCustomer());
  const company = await client.create('/customers', {
    ...requestExamples['CompanyCustomerRequest'],
    email: personalCustomer().email,
  });
  const owner = await client.create(`${company}/beneficial-owners`, requestExamples['BeneficialOwnerRequest']);
  const subscription = await client.create('/webhook-subscriptions', requestExamples['CreateSubscriptionRequest']);
  const replay = await client.create(`${subscription}/replays`, {});
  return {
    ids: {
      '/accounts/{id}': accountId,
      '/customers/{id}': idOf(customer),
      '/customers/{id}/beneficial-owner': idOf(company),
      '/beneficial-owners/{id}': idOf(owner),
      '/business-classifications/{id}': '9ed38152-7d6f-11e3-9042-5404a6144203',
      '/funding-sources/{id}': idOf(await hrefIn(client, `${account}/funding-sources`, 'funding-sources')),
      '/transfers/{id}': idOf(await hrefIn(client, `${account}/transfers`, 'transfers')),
      '/events/{id}': idOf(await hrefIn(client, '/events', 'events')),
      '/webhook-subscriptions/{id}': idOf(subscription),
      '/replays/{id}': idOf(replay),
    },
    linkingToken: await linkingTokenOf(client, customer),
  };
}
