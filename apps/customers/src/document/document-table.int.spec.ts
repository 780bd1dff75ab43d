import type { AnswerBody } from '@halyard/contracts';
import { documentRoutes } from '@halyard/contracts/documents';
import { newId } from '@halyard/core';
import { applicationPrincipal, type TestCall, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { company, controller, faultsOf, idOf, startCustomers } from '../../test/customers.js';
import {
  customerToProve,
  filePart,
  newPicture,
  typePart,
  newCustomer,
  statusOf,
  upload,
} from '../../test/documents.js';
import { jpeg, pdf, pngOf, sample } from '../../test/files.js';
import { OwnedCompany, ownerBody } from '../../test/owners.js';

const MIB_10 = 10 * 1_024 * 1_024;

describe('documents, from row to row', () => {
  const as = applicationPrincipal();
  let service: TestService;
  beforeAll(async () => {
    service = await startCustomers();
  });
  afterAll(() => service.stop());

  const get = async (path: string, call: TestCall = {}): Promise<AnswerBody> =>
    (await service.call('GET', path, call)).body;
  const attributesOf = (body: AnswerBody) => {
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes;
  };
  const send = async (file = filePart(newPicture()), type = 'passport') => {
    const customerId = await customerToProve(service);
    return { customerId, answer: await upload(service, customerId, [typePart(type), file]) };
  };
  const shown = async (file = filePart(newPicture()), type = 'passport') =>
    attributesOf(await get(`/documents/${idOf((await send(file, type)).answer.body)}`));
  const sampleFile = (name: string) => filePart(sample(name), name);
  const failed = () => sampleFile('test-document-upload-fail.png');
  const eventsOf = async (customerId: string): Promise<string[]> =>
    (await service.recorded(customerId)).slice(2).map(({ type }) => type.replace(/^customers\.customer-|\.v1$/g, ''));
  const outcomeOf = async (sent: ReturnType<typeof send>) => {
    const { status, body } = (await sent).answer;
    return [status, ...(body.type === 'error' ? [body.code, ...faultsOf(body)] : [])];
  };
  /** An owner who sends a document. */
  const ownerSends = async (file = filePart(newPicture())) => {
    const owned = await OwnedCompany.create(service, as);
    const id = await owned.added(ownerBody({ firstName: 'document' }));
    const route = documentRoutes.uploadBeneficialOwnerDocument;
    const { status } = await upload(service, id, [typePart(), file], { principal: as }, route);
    return { owned, id, status };
  };

  /** Reference facts, section 3, table by table. */
  const tables: Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>> = {
    routes: {
      'POST /customers/{id}/documents': async () => expect((await send()).answer.status).toBe(201),
      'POST /beneficial-owners/{id}/documents': async () => expect((await ownerSends()).status).toBe(201),
      'GET /customers/{id}/documents': async () => {
        const { customerId, answer } = await send();
        expect(await get(`/customers/${customerId}/documents`)).toMatchObject({
          self: { kind: 'listCustomerDocuments', id: customerId },
          items: [{ id: idOf(answer.body) }],
          total: 1,
        });
      },
      'GET /beneficial-owners/{id}/documents': async () => {
        const { owned, id } = await ownerSends();
        expect((await owned.call('GET', `/beneficial-owners/${id}/documents`)).body).toMatchObject({ total: 1 });
      },
      'GET /documents/{id}': async () => {
        const { answer } = await send();
        expect(await get(`/documents/${idOf(answer.body)}`)).toMatchObject({ kind: 'document', links: {} });
      },
    },
    rules: {
      'Formats: jpg, jpeg, png; pdf for business papers': async () => {
        expect(await outcomeOf(send(filePart(jpeg(), 'a.jpeg')))).toEqual([201]);
        expect(await outcomeOf(send(filePart(pdf(), 'a.pdf')))).toEqual([400, 'ValidationError', 'Invalid /file']);
        const companyId = await newCustomer(service, company({ businessName: 'document' }));
        const paper = await upload(service, companyId, [typePart('other'), filePart(pdf(), 'a.pdf')]);
        expect(paper.status).toBe(201);
      },
      'Size: 10 MiB': async () => expect(await outcomeOf(send(filePart(pngOf(MIB_10))))).toEqual([201]),
      'passport, license, idCard: persons; other: business papers': async () => {
        for (const type of ['passport', 'license', 'idCard']) {
          expect(await outcomeOf(send(undefined, type))).toEqual([201]);
        }
        expect(await outcomeOf(send(undefined, 'other'))).toEqual([400, 'ValidationError', 'NotAllowed /documentType']);
      },
      'Color photo: judged by the operator': async () =>
        expect(await shown()).toMatchObject({ documentVerificationStatus: 'pending' }),
    },
    fields: {
      'id, created, type': async () =>
        expect(await shown(undefined, 'license')).toMatchObject({
          created: service.clock.system().toISOString(),
          type: 'license',
        }),
      status: async () => {
        expect(await shown()).toMatchObject({ status: 'pending' });
        expect(await shown(failed())).toMatchObject({ status: 'reviewed' });
      },
      failureReason: async () => {
        expect(await shown()).not.toHaveProperty('failureReason');
        expect(await shown(failed())).toMatchObject({ failureReason: 'ScanNotReadable' });
      },
      documentVerificationStatus: async () => {
        expect(await shown()).toMatchObject({ documentVerificationStatus: 'pending' });
        expect(await shown(failed())).toMatchObject({ documentVerificationStatus: 'rejected' });
        expect(await shown(sampleFile('test-document-upload-success.jpg'))).toMatchObject({
          documentVerificationStatus: 'accepted',
        });
      },
      allFailureReasons: async () =>
        expect(await shown(failed())).toMatchObject({
          allFailureReasons: [{ reason: 'ScanNotReadable', description: expect.any(String) }],
        }),
    },
    statuses: {
      '400 MaxNumberOfResources: more than 4': async () => {
        const customerId = await customerToProve(service);
        for (let count = 0; count < 4; count += 1) await upload(service, customerId);
        expect((await upload(service, customerId)).body).toMatchObject({ code: 'MaxNumberOfResources' });
      },
      '400 ValidationError, Invalid /file: wrong type': async () =>
        expect(await outcomeOf(send(filePart(Buffer.from('GIF89a....'), 'a.png')))).toEqual([
          400,
          'ValidationError',
          'Invalid /file',
        ]),
      '400 DuplicateResource: same file again': async () => {
        const file = filePart(newPicture());
        const { customerId } = await send(file);
        expect(await upload(service, customerId, [typePart(), file])).toMatchObject({
          status: 400,
          body: { code: 'DuplicateResource' },
        });
      },
      '403 InvalidResourceState: party not in status document': async () => {
        const customerId = await customerToProve(service, { firstName: 'retry' });
        expect(await upload(service, customerId)).toMatchObject({
          status: 403,
          body: { code: 'InvalidResourceState' },
        });
      },
      '403 Forbidden: foreign customer, which is 404': async () => {
        const { customerId } = await send();
        const stranger = { principal: applicationPrincipal() };
        expect((await upload(service, customerId, undefined, stranger)).status).toBe(404);
      },
      '404 NotFound': async () => {
        expect((await upload(service, newId())).status).toBe(404);
        expect(await get(`/documents/${newId()}`)).toMatchObject({ code: 'NotFound' });
      },
      '413 FileTooLarge': async () =>
        expect(await outcomeOf(send(filePart(pngOf(MIB_10 + 1))))).toEqual([413, 'FileTooLarge']),
    },
    sandbox: {
      'test-document-upload-success.(png|jpg) is approved': async () => {
        for (const format of ['png', 'jpg']) {
          const { customerId } = await send(sampleFile(`test-document-upload-success.${format}`));
          expect(await statusOf(service, customerId)).toBe('verified');
        }
      },
      'test-document-upload-fail.* is failed': async () =>
        expect(await statusOf(service, (await send(failed())).customerId)).toBe('document'),
      'any other file stays pending': async () => expect(await shown()).toMatchObject({ status: 'pending' }),
    },
    events: {
      'uploaded, approved, verified': async () => {
        const { customerId } = await send(sampleFile('test-document-upload-success.png'));
        expect(await eventsOf(customerId)).toEqual([
          'verification-document-uploaded',
          'verification-document-approved',
          'verified',
        ]);
      },
      'uploaded, failed': async () =>
        expect(await eventsOf((await send(failed())).customerId)).toEqual([
          'verification-document-uploaded',
          'verification-document-failed',
        ]),
      'of owners': async () => {
        const { owned } = await ownerSends(sampleFile('test-document-upload-success.png'));
        expect((await owned.events()).slice(2)).toEqual([
          'owner-verification-document-uploaded',
          'owner-verification-document-approved',
          'owner-verified',
        ]);
      },
      'both controller and business: two uploads': async () => {
        const overrides = { controller: controller({ firstName: 'document' }), businessName: 'document' };
        const companyId = await newCustomer(service, company(overrides));
        const file = sampleFile('test-document-upload-success.png');
        await upload(service, companyId, [typePart('idCard'), file]);
        expect(await statusOf(service, companyId)).toBe('document');
        await upload(service, companyId, [typePart('other'), sampleFile('test-document-upload-success.jpg')]);
        expect(await statusOf(service, companyId)).toBe('verified');
      },
    },
  };

  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(Object.entries(rows))('%s', (__, row) => row());
  });

  it('has every row', () =>
    expect(Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, Object.keys(rows).length]))).toEqual({
      routes: 5,
      rules: 4,
      fields: 5,
      statuses: 7,
      sandbox: 3,
      events: 4,
    }));
});
