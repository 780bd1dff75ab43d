// Runs: embedded
import { newId } from '@halyard/core';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newCustomerToProve, postDocument, sample } from './support/documents.js';
import { idOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const SUCCESS = 'test-document-upload-success.png';
const FAIL = 'test-document-upload-fail.jpg';

/** Over a real gateway, and between processes where each service has its own. */
describe('documents', () => {
  let shared: SharedSuite;
  let client: HalClient;
  beforeAll(async () => {
    shared = await SharedSuite.join('documents');
    ({ client } = shared);
  });
  afterAll(() => shared.leave());

  const statusOf = async (customer: string): Promise<unknown> => (await client.get(customer)).body['status'];

  it('are uploaded until one is accepted, each once for its key', async () => {
    const customer = await newCustomerToProve(client);
    const failed = await postDocument(client, customer, { file: sample(FAIL), fileName: FAIL });
    expect([failed.status, failed.body, await statusOf(customer)]).toEqual([201, {}, 'document']);
    expect((await client.get(failed.location)).body).toMatchObject({
      id: idOf(failed.location),
      status: 'reviewed',
      type: 'license',
      failureReason: 'ScanNotReadable',
      _links: { self: { href: failed.location } },
    });
    const key = newId();
    const send = () => postDocument(client, customer, { file: sample(SUCCESS), fileName: SUCCESS, key });
    const [done, again] = [await send(), await send()];
    expect([done.status, again.status, again.location]).toEqual([201, 201, done.location]);
    expect([done.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await statusOf(customer)).toBe('verified');
    expect((await client.get(`${customer}/documents`)).body).toMatchObject({ total: 2 });
    const late = await postDocument(client, customer);
    expect([late.status, late.body.code]).toEqual([403, 'InvalidResourceState']);
  });

  it('are refused in the words of the API, whatever is wrong with them', async () => {
    const customer = await newCustomerToProve(client);
    const large = await postDocument(client, customer, { file: Buffer.alloc(10 * 1_024 * 1_024 + 1, sample(FAIL)) });
    expect([large.status, large.body.code]).toEqual([413, 'FileTooLarge']);
    const huge = await postDocument(client, customer, { file: Buffer.alloc(12 * 1_024 * 1_024) });
    expect([huge.status, huge.body.code]).toEqual([413, 'FileTooLarge']);
    const none = await postDocument(client, customer, { file: Buffer.from('PK\x03\x04') });
    expect([none.status, none.body]).toMatchObject([
      400,
      { code: 'ValidationError', _embedded: { errors: [{ code: 'Invalid', path: '/file' }] } },
    ]);
    expect((await client.get(`${customer}/documents`)).body).toMatchObject({ total: 0 });
  });

  it('are reviewed by an operator, who gets them as files to save', async () => {
    const customer = await newCustomerToProve(client);
    const document = await postDocument(client, customer, { file: sample(FAIL), fileName: 'mine.jpg' });
    const path = `/operations/documents/${idOf(document.location)}`;
    const { body } = await shared.operator.get(path);
    expect(body).toMatchObject({ status: 'pending', mediaType: 'image/jpeg', size: sample(FAIL).length });
    const authorization = `Bearer ${await shared.operator.accessToken()}`;
    const url = `${shared.operator.connection.baseUrl}${path}/file`;
    const file = await shared.operator.download(url, { accept: 'image/*', authorization });
    expect(file.body.equals(sample(FAIL))).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${idOf(document.location)}.jpg"`,
      'content-security-policy': `sandbox; default-src 'none'`,
      'x-content-type-options': 'nosniff',
    });
    expect((await shared.operator.get(`${path}/reads`)).body).toMatchObject({ total: 1 });
    const approved = await shared.operator.post(`${path}/approvals`);
    expect([approved.status, await statusOf(customer)]).toEqual([200, 'verified']);
  });
});
