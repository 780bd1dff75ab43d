import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { addCustomer, bank, faultsOf, FundingSources, openAccount, resourceOf } from '../../test/funding-sources.js';

const PATH = '/on-demand-authorizations';

describe('on-demand authorizations', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const authorize = (as = principal, operationId = newId()) =>
    sources.service.call('POST', PATH, { principal: as, operationId });
  const add = async (id: string, body: object = bank()) => {
    const links = { _links: { 'on-demand-authorization': { href: `https://api.example${PATH}/${id}` } } };
    const path = `/customers/${customer.partyId}/funding-sources`;
    const answer = await sources.service.call('POST', path, { principal, body: { ...body, ...links } });
    return [answer.status, ...faultsOf(answer.body)];
  };
  const refused = [400, 'Invalid /_links/on-demand-authorization/href'];

  it('have the words that the owner of a bank agrees to: 200, as often as the operation comes', async () => {
    const operationId = newId();
    const { status, body } = await authorize(principal, operationId);
    const { id, attributes } = resourceOf(body);
    expect([status, Object.keys(attributes)]).toEqual([200, ['bodyText', 'buttonText']]);
    expect((await authorize(principal, operationId)).body).toEqual(body);
    expect((await sources.service.call('GET', `${PATH}/${id}`, { principal })).body).toEqual(body);
  });

  it('are of their account', async () => {
    const stranger = openAccount(sources);
    const { id } = resourceOf((await authorize(stranger)).body);
    expect((await sources.service.call('GET', `${PATH}/${id}`, { principal })).status).toBe(404);
    expect(await add(id)).toEqual(refused);
  });

  it('stand for one bank, of several that come at once; a refusal leaves them unused', async () => {
    const { id } = resourceOf((await authorize()).body);
    expect(await add(id, bank({ name: '' }))).toEqual([400, 'Required /name']);
    const answers = await Promise.all([add(id), add(id), add(id)]);
    expect(answers.sort()).toEqual([[201], refused, refused]);
    expect(await add(id)).toEqual(refused);
  });
});

describe('on-demand authorizations, where there are none', () => {
  const sources = new FundingSources({ ON_DEMAND_AUTHORIZATIONS: 'false' });

  it('are forbidden', async () => {
    const principal = openAccount(sources);
    expect(await sources.service.call('POST', PATH, { principal })).toMatchObject({
      status: 403,
      body: { code: 'Forbidden' },
    });
  });
});
