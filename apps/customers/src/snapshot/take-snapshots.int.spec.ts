import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Snapshot, SNAPSHOTS_MAX, type SnapshotsTaken, type WantedSnapshot } from '@halyard/contracts/events';
import { newId } from '@halyard/core';
import { Metrics } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, servicePrincipal, type TestService } from '@halyard/testing';
import { idOf, personal, startCustomers } from '../../test/customers.js';
import { customerToProve, filePart, newPicture, typePart, upload } from '../../test/documents.js';
import { OwnedCompany, ownerBody } from '../../test/owners.js';

/** In every account of the tests after that: what a snapshot is as of is told by its version. */
const LATER = '2099-01-01T00:00:00.000Z';

describe('POST /internal/customers/snapshots', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const as = applicationPrincipal();
  const principal = servicePrincipal('webhooks');

  const ask = (wanted: readonly WantedSnapshot[], accountId = as.accountId) =>
    customers.call('POST', '/internal/customers/snapshots', { principal, body: { accountId, wanted } });
  const take = async (...given: Parameters<typeof ask>): Promise<readonly Snapshot[]> => {
    const { body } = await ask(...given);
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return (body.fact as SnapshotsTaken).snapshots;
  };
  const create = async (): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body: personal() })).body);
  const wanted = (kind: WantedSnapshot['kind'], id: string, key: string, version?: number): WantedSnapshot => ({
    kind,
    id,
    key,
    version,
    at: LATER,
  });

  it('answers a customer as it was at each version, as its account was shown it then', async () => {
    const id = await create();
    const before = (await customers.call('GET', `/customers/${id}`, { principal: as })).body;
    const { body: after } = await customers.call('POST', `/customers/${id}`, {
      principal: as,
      body: { phone: '5553334444' },
    });
    expect(before).not.toEqual(after);
    const asked = [3, 2].map((version) => wanted('customer', id, id, version));
    expect(await take([...asked, wanted('customer', id, id)])).toEqual([after, before, after]);
  });

  it('answers owners and documents of what happened to them', async () => {
    const company = await OwnedCompany.create(customers, as);
    const ownerId = await company.added(ownerBody({ firstName: 'document' }));
    const shown = (await company.call('GET', `/beneficial-owners/${ownerId}`)).body;
    await company.remove(ownerId);
    const rows = await customers.recorded(company.companyId);
    const created = rows.find(({ type }) => type === 'customers.beneficial-owner-created.v1')?.sequence;
    expect(await take([wanted('beneficial-owner', ownerId, company.companyId, created)])).toEqual([shown]);

    const { accountId } = customers.principal;
    const customerId = await customerToProve(customers);
    const accepted = [typePart(), filePart(newPicture(), 'test-document-upload-success.png')];
    const documentId = idOf((await upload(customers, customerId, accepted)).body);
    const document = (await customers.call('GET', `/documents/${documentId}`)).body;
    const versions = (await customers.recorded(customerId)).filter(({ type }) => type.includes('document-'));
    const told = versions.filter(({ type }) => !type.includes('needed'));
    const snapshots = await take(
      told.map(({ sequence }) => wanted('document', documentId, customerId, sequence)),
      accountId,
    );
    expect(told.map(({ type }) => type)).toEqual([
      'customers.customer-verification-document-uploaded.v1',
      'customers.customer-verification-document-approved.v1',
    ]);
    expect(snapshots[1]).toEqual(document);
    expect(snapshots[0]).toMatchObject({
      id: documentId,
      attributes: { status: 'pending', documentVerificationStatus: 'pending' },
    });
  });

  it('says of what an account does not have, or a version that is not there, that it is unknown', async () => {
    const id = await create();
    expect(await take([wanted('customer', id, id, 2)], newId())).toEqual(['unknown']);
    const strangers = [
      wanted('customer', id, id, 99),
      wanted('customer', newId(), id, 1),
      wanted('document', id, id, 1),
    ];
    expect(await take([...strangers, wanted('funding-source', id, id, 1)])).toEqual(
      strangers.map(() => 'unknown').concat('unknown'),
    );
    expect(await take([{ ...wanted('customer', id, id), at: '2020-01-01T00:00:00.000Z' }])).toEqual(['unknown']);
  });

  it('says of an erased person that it was erased', async () => {
    const [id, other] = [await create(), await create()];
    await customers.get(Sealer).destroy(customers.dataSource.manager, id);
    const asked = [id, other].map((one) => wanted('customer', one, one, 1));
    expect(await take(asked)).toEqual(['erased', expect.objectContaining({ id: other })]);
  });

  it('says of a row that does not open that it is damaged, to operators too, and loses no other', async () => {
    const [id, other, keyless] = [await create(), await create(), await create()];
    const { dataSource } = customers;
    await dataSource.query(
      'UPDATE history SET sealed = (SELECT sealed FROM history WHERE key = $2 LIMIT 1) WHERE key = $1',
      [id, other],
    );
    const snapshots = await take([id, other].map((one) => wanted('customer', one, one, 1)));
    expect(snapshots).toEqual(['damaged', expect.objectContaining({ id: other })]);
    // From another process, which has not read the key yet.
    const beside = await startCustomers({}, customers);
    await dataSource.query(
      `UPDATE data_keys SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE subject_id = $1`,
      [keyless],
    );
    const body = { accountId: as.accountId, wanted: [keyless, other].map((one) => wanted('customer', one, one, 1)) };
    const answer = await beside.call('POST', '/internal/customers/snapshots', { principal, body });
    expect(answer.body).toMatchObject({ fact: { snapshots: ['damaged', { id: other }] } });
    expect(await beside.get(Metrics).registry.metrics()).toContain(
      'halyard_irregularities_total{service="customers",kind="damaged"} 1',
    );
    await beside.stop();
  });

  it('is for webhooks alone, and bounded', async () => {
    const body = { accountId: as.accountId, wanted: [] };
    const status = async (caller: TestService['principal'] | typeof principal) =>
      (await customers.call('POST', '/internal/customers/snapshots', { principal: caller, body })).status;
    expect([await status(as), await status(servicePrincipal('transfers')), await status(principal)]).toEqual([
      404, 403, 200,
    ]);
    const id = newId();
    const tooMany = Array.from({ length: SNAPSHOTS_MAX + 1 }, () => wanted('customer', id, id));
    expect((await ask(tooMany)).status).toBe(400);
    expect(await take(tooMany.slice(1))).toHaveLength(SNAPSHOTS_MAX);
  });
});
