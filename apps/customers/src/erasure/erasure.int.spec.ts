import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, AttributesOf } from '@halyard/contracts';
import type { CustomerMoney } from '@halyard/contracts/customers';
import { erasureObstacles } from '@halyard/contracts/erasures';
import { DAY_MS, DomainError, newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { DueWork } from '@halyard/background';
import { Sealer } from '@halyard/persistence';
import {
  applicationPrincipal,
  factAnswer,
  restoredData,
  servicePrincipal,
  TableBackup,
  type TestService,
} from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { customersRecovery } from '../recovery/customers-recovery.js';
import { filePart, newPicture, typePart, upload } from '../../test/documents.js';
import { company, faultsOf, idOf, person, personal, rowOf, startCustomers, told } from '../../test/customers.js';
import { OwnedCompany, ownerBody } from '../../test/owners.js';

const NO_MONEY: CustomerMoney = { isPending: false, balanceMinor: '0' };
const ERASE = 'PUT /internal/customers/:id/erasure';

const codeOf = ({ status, body }: ServiceAnswer): string =>
  [status, ...(body.type === 'error' ? [body.code, ...faultsOf(body)] : [])].join(' ');

/** Reads an erasure, lets time pass, and waits for its end. */
class Erasing {
  readonly operator = applicationPrincipal({ userId: newId() });

  constructor(readonly service: TestService) {}

  money(money: Partial<CustomerMoney> | DomainError): void {
    const answer = money instanceof DomainError ? money : factAnswer({ ...NO_MONEY, ...money });
    this.service.services.answer('GET /internal/customers/:id/money', answer);
  }

  begin(id: string, call: { readonly operationId?: string; readonly body?: unknown } = {}) {
    const body = { reason: 'asked for in a letter' };
    return this.service.call('POST', `/operations/customers/${id}/erasures`, {
      principal: this.operator,
      body,
      ...call,
    });
  }

  async state(id: string): Promise<AttributesOf<'erasure'>> {
    const { body } = await this.service.call('GET', `/operations/erasures/${id}`, { principal: this.operator });
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes as AttributesOf<'erasure'>;
  }

  /** What was begun may go on. */
  pass(ms = 3_000): void {
    this.service.clock.advance(ms);
    this.service.get(DueWork).wake();
  }

  async end(id: string): Promise<AttributesOf<'erasure'>> {
    this.pass();
    await until('the erasure ends', async () => (await this.state(id)).status !== 'pending');
    return this.state(id);
  }
}

describe('the erasure of a person', () => {
  let service: TestService;
  let erasing: Erasing;
  let as: ApplicationPrincipal;
  beforeAll(async () => {
    service = await startCustomers();
    erasing = new Erasing(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    as = applicationPrincipal();
    erasing.money({});
    service.services.answer(ERASE, factAnswer(null));
    service.services.calls.length = 0;
  });

  const create = async (body: object = personal()): Promise<string> =>
    idOf((await service.call('POST', '/customers', { principal: as, body })).body);
  const get = async (id: string) => (await service.call('GET', `/customers/${id}`, { principal: as })).body;
  const hold = async (id: string): Promise<string> => {
    const call = { principal: erasing.operator, body: { reason: 'a court wants it' } };
    return idOf((await service.call('POST', `/operations/customers/${id}/legal-holds`, call)).body);
  };
  const lift = (id: string) => service.call('DELETE', `/operations/legal-holds/${id}`, { principal: erasing.operator });

  it('leaves nothing of the person but ids, and says who has let go of it', async () => {
    const body = personal({ firstName: 'Wilhelmina', correlationId: 'order-of-wilhelmina' });
    const id = await create(body);
    const erasure = idOf((await erasing.begin(id)).body);
    expect(await erasing.state(erasure)).toMatchObject({ status: 'pending', confirmations: [] });
    const done = await erasing.end(erasure);
    expect(done).toMatchObject({ status: 'done', reason: 'asked for in a letter', waitsFor: [] });
    expect([done.operator, done.personId]).toEqual([erasing.operator.applicationId, erasing.operator.userId]);
    expect(done.confirmations.map(({ service: by }) => by)).toEqual([
      'customers',
      'funding-sources',
      'transfers',
      'webhooks',
    ]);

    expect(await get(id)).toMatchObject({
      attributes: { id, firstName: '', lastName: '', email: '', status: 'deactivated', type: 'personal' },
      links: { 'funding-sources': {}, transfers: {} },
    });
    const row = JSON.stringify(await rowOf(service, id));
    const values = Object.values(body).filter((value): value is string => typeof value === 'string');
    for (const value of values.filter((each) => each !== 'personal')) expect(row).not.toContain(value);
    const types = (await service.recorded(id)).slice(2).map(({ type }) => type.split('.')[1]);
    expect(types).toEqual(['customer-deactivated', 'customer-erased']);
    const sealed = await service.dataSource.query<{ sealed: Buffer | null }[]>(
      'SELECT sealed FROM history WHERE key = $1 ORDER BY sequence',
      [id],
    );
    for (const { sealed: each } of sealed) {
      if (each) await expect(service.get(Sealer).open(id, 'customers.history', each)).rejects.toThrow();
    }
  });

  it('is of a company with its owners and all documents', async () => {
    const owned = await OwnedCompany.create(service, as);
    const owner = await owned.added(ownerBody({ firstName: 'document' }));
    await upload(service, owner, [typePart(), filePart(newPicture())], { principal: as });
    await erasing.end(idOf((await erasing.begin(owned.companyId)).body));
    const where = 'WHERE customer_id = $1';
    for (const table of ['beneficial_owners', 'documents']) {
      expect(await service.dataSource.query(`SELECT FROM ${table} ${where}`, [owned.companyId])).toEqual([]);
    }
    expect(await service.dataSource.query('SELECT FROM document_bytes')).toEqual([]);
    expect((await service.call('GET', `/beneficial-owners/${owner}`, { principal: as })).status).toBe(404);
  });

  it('leaves the address to somebody else, finds nobody by the name, and still lists', async () => {
    const body = person({ lastName: 'Unheardof' });
    const id = await create(body);
    await erasing.end(idOf((await erasing.begin(id)).body));
    const list = async (query: Record<string, string>) =>
      (await service.call('GET', '/customers', { principal: as, query })).body;
    expect(await list({ search: 'unheardof' })).toMatchObject({ total: 0 });
    expect(await list({})).toMatchObject({ total: 1, items: [{ id }] });
    await create(body);
    expect(await list({ search: 'unheardof' })).toMatchObject({ total: 1 });
  });

  it.each([
    ['reactivated', { status: 'reactivated' }],
    ['suspended', { status: 'suspended' }],
    ['edited', { email: 'new@example.com', address1: '1 Main St' }],
  ])('is final, and so is its beginning: nobody is %s', async (_, body) => {
    const id = await create();
    const erasure = idOf((await erasing.begin(id)).body);
    const change = () => service.call('POST', `/customers/${id}`, { principal: as, body });
    expect(codeOf(await change())).toContain('InvalidResourceState');
    await erasing.end(erasure);
    expect(codeOf(await change())).toContain('InvalidResourceState');
  });

  it('is told to those who let money move before it is answered', async () => {
    const id = await create();
    service.services.calls.length = 0;
    await erasing.begin(id);
    expect(told(service).map(({ service: to, fact }) => [to, fact.status])).toEqual([
      ['funding-sources', 'deactivated'],
      ['transfers', 'deactivated'],
    ]);
  });

  it.each([
    ['unverified', person()],
    ['receive-only', person({ type: 'receive-only' })],
    ['suspended', personal({ firstName: 'suspended' })],
    ['document', personal({ firstName: 'document' })],
    ['a company', company()],
  ])('is of every type and status: %s', async (_, body) => {
    const id = await create(body);
    expect(await erasing.end(idOf((await erasing.begin(id)).body))).toMatchObject({ status: 'done' });
    expect(await get(id)).toMatchObject({ attributes: { firstName: '' } });
  });

  describe('is refused', () => {
    const cases: Record<(typeof erasureObstacles)[number], (id: string) => Promise<void> | void> = {
      MoneyPending: () => erasing.money({ isPending: true }),
      BalanceNotZero: () => erasing.money({ balanceMinor: '-1' }),
      LegalHold: async (id) => void (await hold(id)),
      RetentionPeriod: () => undefined,
    };

    it.each(erasureObstacles.filter((each) => each !== 'RetentionPeriod'))('by %s', async (obstacle) => {
      const id = await create();
      await cases[obstacle](id);
      const { status, body } = await erasing.begin(id);
      expect([status, body]).toMatchObject([403, { code: 'InvalidResourceState' }]);
      expect(faultsOf(body)).toEqual([`${obstacle} `]);
      expect(await get(id)).toMatchObject({ attributes: { status: 'verified' } });
    });

    it('by all of it at once', async () => {
      const id = await create();
      await hold(id);
      erasing.money({ isPending: true, balanceMinor: '5' });
      expect(faultsOf((await erasing.begin(id)).body)).toEqual(['MoneyPending ', 'BalanceNotZero ', 'LegalHold ']);
    });

    it('is listed with those of all customers, the newest first, for operators alone', async () => {
      const holds = [await hold(await create()), await hold(await create())];
      const list = (principal: ApplicationPrincipal, query: Record<string, string> = {}) =>
        service.call('GET', '/operations/legal-holds', { principal, query });
      const first = await list(erasing.operator, { limit: '1' });
      expect(first.body).toMatchObject({ items: [{ id: holds[1] }], keyset: { nextAnchor: holds[1] } });
      const second = await list(erasing.operator, { limit: '1', anchor: holds[1] ?? '' });
      expect(second.body).toMatchObject({ items: [{ id: holds[0], attributes: { reason: 'a court wants it' } }] });
      const tenant = { ...as, scopes: as.scopes.filter((scope) => scope !== 'operator') };
      expect((await list(tenant)).body).toMatchObject({ code: 'InvalidScopes' });
    });

    it('that names who set and lifted it, the person beside the application', async () => {
      const id = await hold(await create());
      const other = applicationPrincipal({ userId: newId() });
      const lifted = await service.call('DELETE', `/operations/legal-holds/${id}`, { principal: other });
      expect(lifted.body).toMatchObject({
        attributes: {
          operator: erasing.operator.applicationId,
          personId: erasing.operator.userId,
          liftedBy: other.applicationId,
          liftedByPersonId: other.userId,
        },
      });
      const read = await service.call('GET', `/operations/legal-holds/${id}`, { principal: other });
      expect(read.body).toEqual(lifted.body);
    });

    it('until each hold is lifted', async () => {
      const id = await create();
      const [first, second] = [await hold(id), await hold(id)];
      await lift(first);
      expect(faultsOf((await erasing.begin(id)).body)).toEqual(['LegalHold ']);
      await lift(second);
      expect((await lift(second)).status).toBe(200);
      expect((await erasing.begin(id)).status).toBe(201);
      expect(
        codeOf(
          await service.call('POST', `/operations/customers/${id}/legal-holds`, {
            principal: erasing.operator,
            body: { reason: 'too late' },
          }),
        ),
      ).toBe('403 InvalidResourceState');
    });

    it.each([
      ['of nobody', () => newId(), { reason: 'x' }, '404 NotFound'],
      ['without a reason', () => create(), {}, '400 ValidationError Required /reason'],
    ])('%s', async (_, id, body, expected) => {
      expect(codeOf(await erasing.begin(await id(), { body }))).toBe(expected);
    });

    it('where transfers can not be asked', async () => {
      const id = await create();
      erasing.money(new DomainError('ServiceUnavailable'));
      expect((await erasing.begin(id)).status).toBe(503);
      expect(await get(id)).toMatchObject({ attributes: { status: 'verified' } });
    });

    it.each([
      ['verified', personal(), 'verified'],
      ['suspended', personal({ firstName: 'suspended' }), 'suspended'],
    ])('late, where a transfer came in between: who was %s is so again', async (_, body, status) => {
      const id = await create(body);
      const erasure = idOf((await erasing.begin(id)).body);
      erasing.money({ isPending: true });
      expect(await erasing.end(erasure)).toMatchObject({
        status: 'refused',
        obstacles: ['MoneyPending'],
        waitsFor: [],
      });
      expect(await get(id)).toMatchObject({ attributes: { status, lastName: 'Lovelace' } });
      expect(told(service).at(-1)?.fact).toMatchObject({ status });
      erasing.money({});
      expect(await erasing.end(idOf((await erasing.begin(id)).body))).toMatchObject({ status: 'done' });
    });
  });

  it('does not undo the approval of a document where it is refused', async () => {
    const id = await create(personal({ firstName: 'document' }));
    const document = idOf((await upload(service, id, undefined, { principal: as })).body);
    const erasure = idOf((await erasing.begin(id)).body);
    await service.call('POST', `/operations/documents/${document}/approvals`, { principal: erasing.operator });
    erasing.money({ isPending: true });
    expect(await erasing.end(erasure)).toMatchObject({ status: 'refused' });
    expect(await get(id)).toMatchObject({ attributes: { status: 'verified' } });
  });

  describe.each([
    ['R05', 'suspended'],
    ['R07', 'deactivated'],
  ])('during which %s comes from a bank', (code, status) => {
    const returned = (id: string) =>
      service.call('POST', '/internal/customers/returns', {
        principal: servicePrincipal('transfers'),
        body: { returns: [{ id, code, returnId: newId() }] },
      });

    it(`leaves the customer ${status} where it is refused`, async () => {
      const id = await create();
      const erasure = idOf((await erasing.begin(id)).body);
      expect(await returned(id)).toMatchObject({ status: 200, body: { fact: [{ partyId: id, status }] } });
      erasing.money({ balanceMinor: '-500' });
      expect(await erasing.end(erasure)).toMatchObject({ status: 'refused' });
      expect(await get(id)).toMatchObject({ attributes: { status } });
      expect(told(service).at(-1)?.fact).toMatchObject({ status });
    });

    it('ends as any other', async () => {
      const id = await create();
      const erasure = idOf((await erasing.begin(id)).body);
      await returned(id);
      expect(await erasing.end(erasure)).toMatchObject({ status: 'done' });
      expect((await returned(id)).status).toBe(200);
      expect(await get(id)).toMatchObject({ attributes: { firstName: '', status } });
    });

    it('leaves a customer deactivated who was so before', async () => {
      const id = await create();
      await service.call('POST', `/customers/${id}`, { principal: as, body: { status: 'deactivated' } });
      const erasure = idOf((await erasing.begin(id)).body);
      await returned(id);
      erasing.money({ isPending: true });
      await erasing.end(erasure);
      expect(await get(id)).toMatchObject({ attributes: { status: 'deactivated' }, links: { reactivate: {} } });
    });
  });

  it('is one, however often and by however many it is asked for', async () => {
    const id = await create();
    const answers = await Promise.all([erasing.begin(id), erasing.begin(id), erasing.begin(id)]);
    const ids = new Set(answers.map(({ body }) => idOf(body)));
    expect(ids.size).toBe(1);
    await erasing.end([...ids].join());
    expect(idOf((await erasing.begin(id)).body)).toBe([...ids].join());
    const { body } = await service.call('GET', '/operations/erasures', {
      principal: erasing.operator,
      query: { limit: '1' },
    });
    expect(body).toMatchObject({ items: [{ id: [...ids].join() }], keyset: { limit: 1 } });
  });

  it('goes on where it was left: each service is asked until it has let go', async () => {
    const id = await create();
    const erasure = idOf((await erasing.begin(id)).body);
    service.services.answer(ERASE, new DomainError('ServiceUnavailable'));
    erasing.pass();
    await until('the first has let go', async () => (await erasing.state(erasure)).confirmations.length === 1);
    expect(await erasing.state(erasure)).toMatchObject({
      status: 'pending',
      waitsFor: ['funding-sources', 'transfers', 'webhooks'],
    });
    service.services.answer(ERASE, factAnswer(null));
    await until('the others have', async () => {
      erasing.pass(60_000);
      return (await erasing.state(erasure)).status === 'done';
    });
    expect((await erasing.state(erasure)).waitsFor).toEqual([]);
    const erased = (await service.recorded(id)).filter(({ type }) => type === 'customers.customer-erased.v1');
    expect(erased).toHaveLength(1);
  });

  it('comes again when a backup was restored, whatever stands against it', async () => {
    const id = await create();
    const held = await hold(id);
    const backup = await TableBackup.of(service.database);
    await lift(held);
    const erasure = idOf((await erasing.begin(id)).body);
    await erasing.end(erasure);
    const { entries } = await customersRecovery.list(service.dataSource, undefined);
    const listed = entries.filter(({ customerId }) => customerId === id);
    expect(JSON.stringify(listed)).not.toContain('asked for in a letter');
    await backup.restore();
    expect(await get(id)).toMatchObject({ attributes: { firstName: 'Ada' } });

    erasing.money({ isPending: true });
    for (const line of ['1 persons are erased as soon as the services start', undefined]) {
      expect(await customersRecovery.apply(restoredData(service, listed))).toEqual(line === undefined ? [] : [line]);
    }
    const started = await startCustomers({}, service);
    expect(await erasing.end(erasure)).toMatchObject({ status: 'done', operator: erasing.operator.applicationId });
    expect(await get(id)).toMatchObject({ attributes: { firstName: '', status: 'deactivated' } });
    await started.stop();
  });

  it('is once in effect with two processes at it', async () => {
    const beside = await startCustomers({}, service);
    const id = await create();
    const erasure = idOf((await erasing.begin(id)).body);
    beside.get(DueWork).wake();
    expect(await erasing.end(erasure)).toMatchObject({ status: 'done' });
    const erased = (await service.recorded(id)).filter(({ type }) => type === 'customers.customer-erased.v1');
    expect(erased).toHaveLength(1);
    await beside.stop();
  });
});

describe('the retention period', () => {
  let service: TestService;
  let erasing: Erasing;
  beforeAll(async () => {
    service = await startCustomers({ RETENTION_DAYS: '100' });
    erasing = new Erasing(service);
  });
  afterAll(() => service.stop());

  it('counts from the last thing that happened', async () => {
    erasing.money({});
    const principal = applicationPrincipal();
    const id = idOf((await service.call('POST', '/customers', { principal, body: personal() })).body);
    const refused = async () => faultsOf((await erasing.begin(id)).body);
    service.clock.advance(60 * DAY_MS);
    await service.call('POST', `/customers/${id}`, { principal, body: { status: 'deactivated' } });
    service.clock.advance(99 * DAY_MS);
    expect(await refused()).toEqual(['RetentionPeriod ']);
    const lastTransferAt = service.clock.system().toISOString();
    service.clock.advance(2 * DAY_MS);
    erasing.money({ lastTransferAt });
    expect(await refused()).toEqual(['RetentionPeriod ']);
    erasing.money({});
    expect((await erasing.begin(id)).status).toBe(201);
  });
});
