import { buffer } from 'node:stream/consumers';
import { type DocumentFailureReason, documentFailureReasons, documentRoutes } from '@halyard/contracts/documents';
import { newId } from '@halyard/core';
import { Bytes, type ServiceAnswer } from '@halyard/http';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultsOf, idOf, startCustomers, told } from '../../../test/customers.js';
import { customerToProve, filePart, statusOf, typePart, upload } from '../../../test/documents.js';
import { png, pngOf } from '../../../test/files.js';

describe('the review of documents', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startCustomers();
  });
  afterAll(() => service.stop());

  const operator = applicationPrincipal({ userId: newId() });
  const tenant = applicationPrincipal({ scopes: ['managecustomers'] });
  const review = (id: string, decision: 'approvals' | 'rejections', body?: unknown, principal = operator) =>
    service.call('POST', `/operations/documents/${id}/${decision}`, { body, principal });
  const download = (id: string, principal = operator) =>
    service.exchange(documentRoutes.downloadDocument, `/operations/documents/${id}/file`, { principal });
  const codeOf = ({ body }: ServiceAnswer | Bytes): string => {
    if (body === undefined || !('type' in body)) return 'bytes';
    return body.type === 'error' ? [body.code, ...faultsOf(body)].join(' ') : body.type;
  };
  const uploaded = async (customerId: string, bytes = 500): Promise<string> => {
    const file = filePart(bytes === 500 ? png({ text: newId() }) : pngOf(bytes));
    return idOf((await upload(service, customerId, [typePart(), file])).body);
  };
  const pending = async (): Promise<{ readonly customerId: string; readonly id: string }> => {
    const customerId = await customerToProve(service);
    return { customerId, id: await uploaded(customerId) };
  };
  const eventsOf = async (customerId: string): Promise<string[]> =>
    (await service.recorded(customerId)).slice(3).map(({ type }) => type.replace(/^customers\.customer-|\.v1$/g, ''));

  it('verifies the customer whose document is approved', async () => {
    const { customerId, id } = await pending();
    const { status, body } = await review(id, 'approvals');
    expect([status, body]).toMatchObject([
      200,
      { kind: 'document-review', attributes: { status: 'reviewed', documentVerificationStatus: 'accepted' } },
    ]);
    const by = { reviewedBy: operator.applicationId, personId: operator.userId };
    expect((await service.call('GET', `/operations/documents/${id}`, { principal: operator })).body).toMatchObject({
      attributes: by,
    });
    expect(await eventsOf(customerId)).toEqual(['verification-document-approved', 'verified']);
    expect(await statusOf(service, customerId)).toBe('verified');
    expect(told(service).at(-1)?.fact).toMatchObject({ partyId: customerId, status: 'verified', version: 5 });
  });

  it.each(documentFailureReasons)('rejects for %s, and another document may come', async (reason) => {
    const { customerId, id } = await pending();
    const body = { reasons: [reason, 'FailedOther', reason] };
    expect((await review(id, 'rejections', body)).status).toBe(200);
    const { body: document } = await service.call('GET', `/documents/${id}`);
    const reasons: readonly DocumentFailureReason[] = [...new Set([reason, 'FailedOther' as const])];
    expect(document).toMatchObject({
      attributes: {
        status: 'reviewed',
        documentVerificationStatus: 'rejected',
        failureReason: reason,
        allFailureReasons: reasons.map((each) => ({ reason: each, description: expect.stringMatching(/.{20}/) })),
      },
    });
    expect(await eventsOf(customerId)).toEqual(['verification-document-failed']);
    expect(await statusOf(service, customerId)).toBe('document');
    await review(await uploaded(customerId), 'approvals');
    expect(await statusOf(service, customerId)).toBe('verified');
  });

  it.each([
    ['no reason', {}, 'ValidationError Required /reasons'],
    ['an empty list', { reasons: [] }, 'ValidationError Required /reasons'],
    ['a reason of its own', { reasons: ['ScanNotReadable', 'Ugly'] }, 'ValidationError Invalid /reasons/1'],
    ['a word', { reasons: 'ScanNotReadable' }, 'ValidationError Invalid /reasons'],
  ])('rejects for nothing with %s', async (_, body, expected) => {
    const { id } = await pending();
    expect(codeOf(await review(id, 'rejections', body))).toBe(expected);
  });

  it('decides once, whoever comes first', async () => {
    const { customerId, id } = await pending();
    const answers = await Promise.all([
      review(id, 'approvals'),
      review(id, 'rejections', { reasons: ['ScanNotReadable'] }),
      review(id, 'approvals'),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['InvalidResourceState', 'InvalidResourceState', 'resource']);
    expect((await eventsOf(customerId)).filter((type) => type.startsWith('verification-document-'))).toHaveLength(1);
  });

  it('approves a second document of a customer that is verified already, who stays it', async () => {
    const customerId = await customerToProve(service);
    const [first, second] = [await uploaded(customerId), await uploaded(customerId)];
    await review(first, 'approvals');
    expect(codeOf(await review(second, 'approvals'))).toBe('resource');
    expect((await eventsOf(customerId)).filter((type) => type === 'verified')).toHaveLength(1);
  });

  it('lifts no suspension', async () => {
    const { customerId, id } = await pending();
    await service.call('POST', `/customers/${customerId}`, { body: { status: 'suspended' } });
    expect(codeOf(await review(id, 'approvals'))).toBe('resource');
    expect(await statusOf(service, customerId)).toBe('suspended');
  });

  it('counts when a suspension is lifted', async () => {
    const { customerId, id } = await pending();
    await service.call('POST', `/customers/${customerId}`, { body: { status: 'suspended' } });
    await review(id, 'approvals');
    await service.call('POST', `/operations/customers/${customerId}/reinstatements`, { principal: operator });
    expect(await statusOf(service, customerId)).toBe('verified');
  });

  describe('the list', () => {
    const list = async (query: Record<string, string>) => {
      const { body } = await service.call('GET', '/operations/documents', { principal: operator, query });
      if (body.type !== 'collection') throw new Error(JSON.stringify(body));
      return { ids: body.items.map(({ id }) => id), total: body.total, next: body.keyset?.nextAnchor };
    };

    it('has what waits, the oldest first, and loses nothing to what is decided while it is read', async () => {
      for (const id of (await list({ limit: '200' })).ids) await review(id, 'approvals');
      const ids: string[] = [];
      for (let count = 0; count < 7; count += 1) ids.push((await pending()).id);
      const read: string[] = [];
      for (let anchor: string | undefined = undefined; ;) {
        const page = await list({ limit: '3', ...(anchor === undefined ? {} : { anchor }) });
        expect(page.total).toBe(7 - read.length);
        for (const id of page.ids) await review(id, 'rejections', { reasons: ['FailedOther'] });
        read.push(...page.ids);
        anchor = page.next;
        if (anchor === undefined) break;
      }
      expect(read).toEqual(ids);
    });

    it('wants an anchor of its own', async () => {
      const answer = await service.call('GET', '/operations/documents', {
        principal: operator,
        query: { anchor: 'x' },
      });
      expect(codeOf(answer)).toBe('ValidationError InvalidFormat /query/anchor');
    });
  });

  describe('the file', () => {
    it('is given as it came, to be saved and not shown, and who got it is written down', async () => {
      const customerId = await customerToProve(service);
      const file = pngOf(1_000_000);
      const id = idOf((await upload(service, customerId, [typePart(), filePart(file, '"x\r\n.html')])).body);
      const answer = await download(id);
      if (!(answer instanceof Bytes)) throw new Error(codeOf(answer));
      expect((await buffer(answer.body)).equals(file)).toBe(true);
      expect(answer.headers).toEqual({
        'content-type': 'image/png',
        'content-length': '1000000',
        'content-disposition': `attachment; filename="${id}.png"`,
        'content-security-policy': `sandbox; default-src 'none'`,
        'cache-control': 'no-store',
      });
      const path = `/operations/documents/${id}/reads`;
      expect((await service.call('GET', path, { principal: operator })).body).toMatchObject({
        total: 1,
        items: [
          {
            attributes: {
              application: operator.applicationId,
              personId: operator.userId,
              at: service.clock.system().toISOString(),
            },
          },
        ],
      });
    });

    it('does not end as if it were whole where some of it is lost', async () => {
      const id = await uploaded(await customerToProve(service), 400_000);
      await service.dataSource.query('DELETE FROM document_bytes WHERE document_id = $1 AND place = 2', [id]);
      const answer = await download(id);
      if (!(answer instanceof Bytes)) throw new Error(codeOf(answer));
      await expect(buffer(answer.body)).rejects.toMatchObject({ code: 'BadRequest' });
    });

    it('is another document’s bytes for nobody', async () => {
      const customerId = await customerToProve(service);
      const [one, other] = [await uploaded(customerId), await uploaded(customerId)];
      const swap = 'UPDATE document_bytes SET document_id = $2 WHERE document_id = $1';
      await service.dataSource.query('DELETE FROM document_bytes WHERE document_id = $1', [one]);
      await service.dataSource.query(swap, [other, one]);
      const answer = await download(one);
      if (!(answer instanceof Bytes)) throw new Error(codeOf(answer));
      await expect(buffer(answer.body)).rejects.toMatchObject({ code: 'BadRequest' });
    });
  });

  it('is for operators alone', async () => {
    const { id } = await pending();
    const path = `/operations/documents/${id}`;
    const answers = [
      await service.call('GET', '/operations/documents', { principal: tenant }),
      await service.call('GET', path, { principal: tenant }),
      await service.call('GET', `${path}/reads`, { principal: tenant }),
      await review(id, 'approvals', undefined, tenant),
      await review(id, 'rejections', { reasons: ['FailedOther'] }, tenant),
      await download(id, tenant),
    ];
    expect(answers.map(codeOf)).toEqual(Array(6).fill('InvalidScopes'));
  });

  it('knows no document that is none', async () => {
    const id = newId();
    const path = `/operations/documents/${id}`;
    const answers = [
      await service.call('GET', path, { principal: operator }),
      await service.call('GET', `${path}/reads`, { principal: operator }),
      await review(id, 'approvals'),
      await review(id, 'rejections', { reasons: ['FailedOther'] }),
      await download(id),
    ];
    expect(answers.map(codeOf)).toEqual(Array(5).fill('NotFound'));
  });
});
