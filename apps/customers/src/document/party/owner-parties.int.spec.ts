import { documentRoutes } from '@halyard/contracts/documents';
import { newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, type TestExchange, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { faultsOf, idOf, rowOf, startCustomers, told } from '../../../test/customers.js';
import { filePart, newPicture, type Part, typePart, upload } from '../../../test/documents.js';
import { pdf, sample } from '../../../test/files.js';
import { OwnedCompany, ownerBody } from '../../../test/owners.js';

const codeOf = ({ status, body }: ServiceAnswer): string =>
  body.type === 'error' ? [status, body.code, ...faultsOf(body)].join(' ') : `${status}`;
const SUCCESS = 'test-document-upload-success.png';
const NEVER = '1970-01-01T00:00:00.000Z';

describe('documents of a beneficial owner', () => {
  let service: TestService;
  let owned: OwnedCompany;
  let id: string;
  beforeAll(async () => {
    service = await startCustomers();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    owned = await OwnedCompany.create(service, applicationPrincipal());
    id = await owned.added(ownerBody({ firstName: 'document' }));
  });

  const operator = applicationPrincipal();
  const send = (parts?: readonly Part[], exchange: TestExchange = {}, ownerId = id) =>
    upload(service, ownerId, parts, { principal: owned.as, ...exchange }, documentRoutes.uploadBeneficialOwnerDocument);
  const named = (name: string): readonly Part[] => [typePart(), filePart(sample(name), name)];
  const review = (documentId: string, decision: 'approvals' | 'rejections', body?: unknown) =>
    service.call('POST', `/operations/documents/${documentId}/${decision}`, { body, principal: operator });
  /** Behind what was told of its making. */
  const events = async (): Promise<readonly string[]> =>
    (await owned.events()).slice(2).map((type) => type.replace('owner-verification-document-', ''));
  const list = () => owned.call('GET', `/beneficial-owners/${id}/documents`);

  it('are asked for by its link, taken, and listed, the latest first', async () => {
    expect((await owned.call('GET', `/beneficial-owners/${id}`)).body).toMatchObject({
      links: { 'verify-with-document': { kind: 'listBeneficialOwnerDocuments', id } },
    });
    const [first, second] = [await send(), await send([typePart('license'), filePart(newPicture())])];
    expect([first, second].map(codeOf)).toEqual(['201', '201']);
    expect((await list()).body).toMatchObject({
      self: { kind: 'listBeneficialOwnerDocuments', id },
      of: 'document',
      total: 2,
      items: [{ id: idOf(second.body), attributes: { type: 'license' } }, { id: idOf(first.body) }],
    });
    expect((await owned.call('GET', `/documents/${idOf(first.body)}`)).body).toMatchObject({
      attributes: { status: 'pending', type: 'passport' },
    });
    expect((await owned.call('GET', `/customers/${owned.companyId}/documents`)).body).toMatchObject({ total: 0 });
    expect(await events()).toEqual(['uploaded', 'uploaded']);
    expect((await service.recorded(owned.companyId)).at(-1)?.data).toMatchObject({
      customerId: owned.companyId,
      beneficialOwnerId: id,
      documentId: idOf(second.body),
    });
    expect(await owned.statusOf(id)).toBe('document');
  });

  it.each([
    [SUCCESS, 'verified', ['uploaded', 'approved', 'owner-verified'], ['remove']],
    ['test-document-upload-success.jpg', 'verified', ['uploaded', 'approved', 'owner-verified'], ['remove']],
    ['test-document-upload-fail.png', 'document', ['uploaded', 'failed'], ['verify-with-document', 'remove']],
  ])('are decided at once in the sandbox: %s', async (name, status, steps, relations) => {
    expect(codeOf(await send(named(name)))).toBe('201');
    expect(await owned.statusOf(id)).toBe(status);
    expect(await events()).toEqual(steps);
    const { body } = await owned.call('GET', `/beneficial-owners/${id}`);
    const links = body.type === 'resource' ? Object.entries(body.links) : [];
    expect(links.flatMap(([name, to]) => (to ? [name] : []))).toEqual(relations);
  });

  it.each([
    ['approvals', undefined, 'verified', ['approved', 'owner-verified']],
    ['rejections', { reasons: ['ScanNotReadable'] }, 'document', ['failed']],
  ] as const)('wait for an operator: %s', async (decision, body, status, steps) => {
    const documentId = idOf((await send()).body);
    expect(codeOf(await review(documentId, decision, body))).toBe('200');
    expect(codeOf(await review(documentId, decision, body))).toBe('403 InvalidResourceState');
    expect(await owned.statusOf(id)).toBe(status);
    expect(await events()).toEqual(['uploaded', ...steps]);
  });

  it('free the company to send, and leave what was certified of it', async () => {
    await owned.certify();
    expect((await owned.links()).includes('send')).toBe(false);
    service.services.calls.length = 0;
    await send(named(SUCCESS));
    expect(await owned.certification()).toBe('certified');
    expect(await owned.links()).toContain('send');
    expect(told(service).map(({ service: to, fact }) => [to, fact.maySendUntil])).toEqual([
      ['funding-sources', undefined],
      ['transfers', undefined],
    ]);
    const { version } = await rowOf(service, owned.companyId);
    expect((await service.recorded(owned.companyId)).at(-1)?.data).toMatchObject({ fact: { version } });
  });

  it('leave the company barred by another owner', async () => {
    await owned.added(ownerBody({ firstName: 'document' }));
    await owned.certify();
    service.services.calls.length = 0;
    await send(named(SUCCESS));
    expect(told(service).map(({ fact }) => fact.maySendUntil)).toEqual([NEVER, NEVER]);
  });

  it('verify it once, also two that are approved at the same time', async () => {
    const [first, second] = [idOf((await send()).body), idOf((await send()).body)];
    const answers = await Promise.all([review(first, 'approvals'), review(second, 'approvals')]);
    expect(answers.map(codeOf)).toEqual(['200', '200']);
    expect((await events()).filter((type) => type === 'owner-verified')).toHaveLength(1);
  });

  it.each<[string, () => readonly Part[], string]>([
    [
      'of a business',
      () => [typePart('other'), filePart(newPicture())],
      '400 ValidationError NotAllowed /documentType',
    ],
    ['as a PDF', () => [typePart(), filePart(pdf(), 'passport.pdf')], '400 ValidationError Invalid /file'],
  ])('are refused %s', async (_, parts, expected) => {
    expect(codeOf(await send(parts()))).toBe(expected);
  });

  it.each(['Mary', 'incomplete'])('are refused of one whose first name is %s', async (firstName) => {
    const other = await owned.added(ownerBody({ firstName }));
    expect(codeOf(await send(undefined, {}, other))).toBe('403 InvalidResourceState');
  });

  it.each(['suspended', 'deactivated'])('are refused while its company is %s', async (status) => {
    const documentId = idOf((await send()).body);
    await owned.call('POST', `/customers/${owned.companyId}`, { body: { status } });
    expect(codeOf(await send())).toBe('403 InvalidResourceState');
    expect(codeOf(await review(documentId, 'approvals'))).toBe('200');
    expect(await owned.statusOf(id)).toBe('verified');
  });

  it('are four at most, also of six at once, and no file twice', async () => {
    const parts = [typePart(), filePart(newPicture())];
    expect([codeOf(await send(parts)), codeOf(await send(parts))]).toEqual(['201', '400 DuplicateResource']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['201', '400 MaxNumberOfResources']));
  });

  it('are made once under a key, also when nothing is asked for any more', async () => {
    const key = newId();
    const first = await send(named(SUCCESS), { key });
    expect(await send(named(SUCCESS), { key })).toEqual({ ...first, isReplayed: true });
    expect((await list()).body).toMatchObject({ total: 1 });
  });

  it('are nobody else’s', async () => {
    const principal = applicationPrincipal();
    expect(codeOf(await send(undefined, { principal }))).toBe('404 NotFound');
    expect(codeOf(await send(undefined, {}, newId()))).toBe('404 NotFound');
    expect((await owned.call('GET', `/beneficial-owners/${id}/documents`, { principal })).status).toBe(404);
    const documentId = idOf((await send()).body);
    expect((await owned.call('GET', `/documents/${documentId}`, { principal })).status).toBe(404);
  });

  it('are sealed under the key of its company', async () => {
    const documentId = idOf((await send()).body);
    const [row] = await service.dataSource.query<[{ sealed_key: Buffer; customer_id: string }]>(
      'SELECT sealed_key, customer_id FROM documents WHERE id = $1',
      [documentId],
    );
    expect(row.customer_id).toBe(owned.companyId);
    const opened = service.get(Sealer).open(owned.companyId, 'documents.key', row.sealed_key);
    expect(Buffer.from(await opened, 'base64')).toHaveLength(32);
  });

  it('are decided of once also when it was removed, and nobody is told', async () => {
    const documentId = idOf((await send()).body);
    await owned.remove(id);
    const answers = await Promise.all([review(documentId, 'approvals'), review(documentId, 'approvals')]);
    expect(answers.map(codeOf).sort()).toEqual(['200', '403 InvalidResourceState']);
    expect(await events()).toEqual(['uploaded', 'owner-removed']);
    expect(codeOf(await send())).toBe('404 NotFound');
  });
});
