import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { created, type Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { DAY_MS, DomainError, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import type { DataSource } from 'typeorm';
import { type AskedRequest, idOf, KeyedService } from '../../test/keyed-service.js';
import { type Effect, Effects } from './effects.js';

describe('what is recorded under a key', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let owner: KeyedService;
  let key: string;
  beforeAll(async () => {
    services = await createServices('customers');
    dataSource = services.dataSourceOf('customers');
    await KeyedService.prepare(dataSource);
  });
  afterAll(() => services.close());
  beforeEach(() => {
    owner = new KeyedService(dataSource);
    key = newId();
  });

  const lookUp = (of: Partial<AskedRequest> = {}, service = owner) => {
    const { applicationId, accountId } = { ...service.principal, ...of };
    return service.lookup.find({ accountId, applicationIds: [newId(), applicationId], key: of.key ?? key });
  };
  const asRefused = () => Promise.resolve(errorAnswer(new DomainError('ValidationError')));

  it('is a request that was carried out, with its outcome', async () => {
    const began = owner.clock.system();
    owner.pass = () => Promise.resolve(owner.clock.advance(250));
    const answer = await owner.send({ key, path: '/things/17' });
    expect(await lookUp()).toEqual([
      {
        applicationId: owner.principal.applicationId,
        method: 'POST',
        path: '/things/17',
        firstUsed: began.toISOString(),
        expires: new Date(began.getTime() + DAY_MS).toISOString(),
        state: 'done',
        at: owner.clock.system().toISOString(),
        status: 201,
        resource: { kind: 'customer', id: idOf(answer) },
        isCreated: true,
      },
    ]);
  });

  it('is a request that runs, and one that was refused, which is decided anew', async () => {
    const held = owner.hold();
    const running = owner.send({ key });
    await held.reached;
    expect(await lookUp()).toMatchObject([{ state: 'running', path: '/things' }]);
    held.release();
    await running;
    expect(await lookUp()).toMatchObject([{ state: 'done' }]);

    key = newId();
    owner.clock.advance(1_000);
    await owner.send({ key, path: '/others' }, async () => {
      owner.clock.advance(20);
      return asRefused();
    });
    const [released] = await lookUp();
    const at = owner.clock.system();
    expect(released).toMatchObject({
      state: 'released',
      path: '/others',
      firstUsed: new Date(at.getTime() - 20).toISOString(),
      at: at.toISOString(),
    });
    expect(released).not.toHaveProperty('status');
    await owner.send({ key, path: '/things' });
    expect(await lookUp()).toMatchObject([{ state: 'done', path: '/things' }]);
  });

  it('names method and path of a request that was too long to be kept', async () => {
    await owner.send({ key, body: { a: 'x'.repeat(20_000) } });
    expect(await lookUp()).toMatchObject([{ method: 'POST', path: '/things', state: 'done' }]);
  });

  it('says running while others have yet to be told of the outcome', async () => {
    const telling = new KeyedService(dataSource, { tell: () => Promise.reject(new DomainError('ServiceUnavailable')) });
    await telling.send({ key });
    expect(await lookUp({}, telling)).toMatchObject([{ state: 'running' }]);
  });

  it('is nothing under another key, of another application, of another account, and after a day', async () => {
    await owner.send({ key });
    expect(await lookUp({ key: newId() })).toEqual([]);
    expect(await lookUp({ applicationId: newId() })).toEqual([]);
    expect(await lookUp({ accountId: newId() })).toEqual([]);
    owner.clock.advance(DAY_MS - 1);
    expect(await lookUp()).toHaveLength(1);
    owner.clock.advance(1);
    expect(await lookUp()).toEqual([]);
  });

  it('says of each application of the account what it used the key for', async () => {
    const other = newId();
    await owner.send({ key });
    await owner.send({ key, path: '/others', applicationId: other });
    const { accountId, applicationId } = owner.principal;
    const uses = await owner.lookup.find({ accountId, applicationIds: [applicationId, other], key });
    expect(new Map(uses.map((use) => [use.applicationId, use.path]))).toEqual(
      new Map([
        [applicationId, '/things'],
        [other, '/others'],
      ]),
    );
  });

  it.each<[Effect, object]>([
    [{ kind: 'none' }, { state: 'running' }],
    [{ kind: 'refused' }, { state: 'released' }],
    [
      { kind: 'stands', answer: { status: 201, body: created('transfer', 'a') } },
      { state: 'done', status: 201, resource: { kind: 'transfer', id: 'a' }, isCreated: true },
    ],
  ])('asks the effect where no outcome is recorded: %j', async (effect, expected) => {
    class OneEffect extends Effects {
      override readonly route = transferRoutes.createTransfer;
      override outcomeOf(_: Operation): Promise<Effect> {
        return Promise.resolve(effect);
      }
    }
    const streaming = new KeyedService(dataSource, { effects: new OneEffect() });
    const away = errorAnswer(new DomainError('ServiceUnavailable'));
    const id = streaming.records.idOf({ id: '', key, principal: streaming.principal });
    await streaming.records.claim({
      id,
      operationId: newId(),
      accountTime: '2026-03-02T18:00:00.000Z',
      fingerprint: newId(),
      sealedRequest: streaming.records.sealRequest(
        { id: '', requestId: '', at: '', key, principal: streaming.principal },
        'POST /transfers\n{}',
      ),
      sentAs: newId(),
    });
    expect(away.status).toBe(503);
    expect(await lookUp({}, streaming)).toMatchObject([{ path: '/transfers', ...expected }]);
  });
});
