import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { DomainError, newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { DueWork } from '@halyard/background';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { company, controller, faultsOf, idOf, startCustomers, told } from '../../../test/customers.js';
import {
  chunked,
  customerToProve,
  filePart,
  FORM,
  form,
  newCustomer,
  newPicture,
  type Part,
  statusOf,
  stored,
  typePart,
  upload,
} from '../../../test/documents.js';
import { jpeg, pdf, png, pngOf, sample } from '../../../test/files.js';
import { Document } from '../document.entity.js';
import { PdfCheck } from '../file/pdf/pdf-check.js';
import { DocumentVault } from '../storage/document-vault.js';

const LIMIT = 10 * 1_024 * 1_024;

const codeOf = ({ status, body }: ServiceAnswer): string => {
  if (body.type !== 'error') return `${status}`;
  return [status, body.code, ...faultsOf(body)].join(' ');
};

describe('POST /customers/{id}/documents', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startCustomers();
  });
  afterAll(() => service.stop());

  const documentOf = async (answer: ServiceAnswer) => {
    const { body } = await service.call('GET', `/documents/${idOf(answer.body)}`);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes;
  };
  /** Uploads the file for a new customer, and returns the outcome. */
  const outcome = async (...parts: readonly Part[]): Promise<string> =>
    codeOf(await upload(service, await customerToProve(service), parts));
  const eventsOf = async (customerId: string): Promise<string[]> =>
    (await service.recorded(customerId)).map(({ type }) => type.replace(/^customers\.customer-|\.v1$/g, ''));
  /** The storage contains only the bytes of recorded documents. */
  const settled = () =>
    until('what was refused is removed', async () => {
      const orphans = await service.dataSource.query<unknown[]>(
        'SELECT FROM document_bytes WHERE document_id NOT IN (SELECT id FROM documents)',
      );
      return orphans.length === 0;
    });

  it('takes a document, which waits for its review', async () => {
    const customerId = await customerToProve(service);
    const answer = await upload(service, customerId);
    expect([answer.status, answer.isReplayed]).toEqual([201, undefined]);
    expect(await documentOf(answer)).toEqual({
      status: 'pending',
      type: 'passport',
      created: service.clock.system().toISOString(),
      documentVerificationStatus: 'pending',
    });
    const { body } = await service.call('GET', `/customers/${customerId}/documents`);
    expect(body).toMatchObject({ of: 'document', total: 1, items: [{ id: idOf(answer.body) }] });
    expect(await eventsOf(customerId)).toEqual([
      'created',
      'verification-document-needed',
      'verification-document-uploaded',
    ]);
    expect(await statusOf(service, customerId)).toBe('document');
    expect((await service.recorded(customerId)).at(-1)?.data).toMatchObject({
      customerId,
      documentId: idOf(answer.body),
      fact: { status: 'document', version: 3 },
    });
  });

  describe('the form', () => {
    const type = typePart();
    const unnamed = (mediaType?: string): Part => ({
      name: 'file',
      content: newPicture(),
      ...(mediaType !== undefined && { type: mediaType }),
    });
    const extra = { name: 'customerType', content: 'personal' };
    const notes = { name: 'notes', content: 'x'.repeat(300), fileName: 'notes.txt', type: 'text/plain' };

    it.each<[string, () => readonly Part[]]>([
      ['with the type in front', () => [type, filePart(newPicture())]],
      ['with the type behind the file', () => [filePart(newPicture()), type]],
      ['with parts that nobody knows', () => [extra, filePart(newPicture()), notes, type, extra]],
      ['with a file that is called something else', () => [type, filePart(newPicture(), 'x.exe', 'text/html')]],
      ['with a type that has a file name', () => [{ ...type, fileName: 'type.txt' }, filePart(newPicture())]],
      [
        'with a large part that nobody knows',
        () => [{ ...notes, content: newPicture() }, filePart(newPicture()), type],
      ],
    ])('is taken %s', async (_, parts) => {
      expect(await outcome(...parts())).toBe('201');
    });

    it.each<[string, readonly Part[], string]>([
      ['nothing', [], '400 ValidationError Required /documentType Required /file'],
      ['no type', [filePart()], '400 ValidationError Required /documentType'],
      ['an empty type', [typePart(''), filePart()], '400 ValidationError Required /documentType'],
      ['no file', [type], '400 ValidationError Required /file'],
      ['a file that is text', [type, { name: 'file', content: 'text' }], '400 ValidationError Invalid /file'],
      ['two files without a name', [type, unnamed('image/png'), unnamed()], '400 ValidationError Invalid /file'],
      ['two files', [type, filePart(), filePart(jpeg())], '400 ValidationError Invalid /file'],
      ['two types', [type, filePart(), typePart('license')], '400 ValidationError Invalid /documentType'],
      ['a type of its own', [typePart('visa'), filePart()], '400 ValidationError Invalid /documentType'],
      [
        'a type that is a file',
        [filePart(), { ...filePart(), name: 'documentType' }],
        '400 ValidationError Invalid /documentType',
      ],
      ['a long type', [typePart('x'.repeat(5_000)), filePart()], '400 ValidationError Invalid /documentType'],
      [
        'faults of both',
        [typePart('visa'), filePart(Buffer.from('x'))],
        '400 ValidationError Invalid /documentType Invalid /file',
      ],
      [
        'a hundred parts before',
        [...Array<Part>(100).fill(extra), type, filePart()],
        '400 ValidationError Required /documentType Required /file',
      ],
    ])('is refused with %s', async (_, parts, expected) => {
      expect(await outcome(...parts)).toBe(expected);
      await settled();
    });

    /** RFC 7578, 4.2 and 4.4: both are optional. */
    it.each([
      undefined,
      'application/octet-stream',
      'image/png',
      'image/jpeg',
      'application/pdf',
      'text/plain; charset=utf-8',
      'multipart/mixed; boundary=y',
      '',
      ';',
    ])('is taken with a file without a name, of the media type %p', async (mediaType) => {
      const [customerId, key] = [await customerToProve(service), newId()];
      const parts = [type, unnamed(mediaType)];
      const first = await upload(service, customerId, parts, { key });
      expect(codeOf(first)).toBe('201');
      expect(await upload(service, customerId, parts, { key })).toEqual({ ...first, isReplayed: true });
      expect(codeOf(await upload(service, customerId, [type, { ...parts[1], name: 'file', content: png() }]))).toBe(
        '201',
      );
    });

    it.each([
      ['an empty name', `; filename=""`],
      ['an empty name without quotes', '; filename='],
      ['a name without a value', '; filename'],
      ['a name without quotes', '; filename=passport.png'],
      ['a name that is encoded', `; filename*=UTF-8''%e2%82%ac.png`],
      ['an encoded name without a value', '; filename*='],
      ['an encoded name in half a character', `; filename*=utf-16le''%00%d8`],
      ['an encoded name with a zero', `; filename*=UTF-8''a%00b.png`],
      ['an encoded name of an unknown charset', `; filename*=klingon''%e2%82.png`],
      ['two names', `; filename="a.png"; filename*=UTF-8''b.png`],
      ['a quote in the name', String.raw`; filename="a\"b.png"`],
      ['an open quote', '; filename="passport.png'],
      ['a line break in the name, encoded as browsers do', '; filename="a%0D%0Ab.png"'],
      ['a name from right to left', `; filename="\u202egnp.exe"`],
      ['a folder for a name', '; filename="../.."'],
      ['a name of bytes that are no text', `; filename="\ufffd\u0000\ud800.png"`],
      ['a long name', `; filename="${'n'.repeat(100_000)}.png"`],
    ])('is taken with a file that has %s', async (_, parameters) => {
      const [customerId, key] = [await customerToProve(service), newId()];
      const parts = [{ ...unnamed('image/png'), parameters }, type];
      const first = await upload(service, customerId, parts, { key });
      expect(codeOf(first)).toBe('201');
      expect(await upload(service, customerId, parts, { key })).toEqual({ ...first, isReplayed: true });
    });

    it('is the same with an empty file name as without one', async () => {
      const customerId = await customerToProve(service);
      const file = unnamed();
      expect(codeOf(await upload(service, customerId, [type, file]))).toBe('201');
      expect(codeOf(await upload(service, customerId, [type, { ...file, fileName: '' }]))).toBe(
        '400 DuplicateResource',
      );
    });

    it('is the same with a file name in either form of Unicode', async () => {
      const customerId = await customerToProve(service);
      const file = { ...unnamed(), fileName: 'Zoe\u0308.png' };
      expect(codeOf(await upload(service, customerId, [type, file]))).toBe('201');
      const composed = { ...file, fileName: 'Zo\u00eb.png' };
      expect(codeOf(await upload(service, customerId, [type, composed]))).toBe('400 DuplicateResource');
    });

    it.each([
      ['its file name', '400 ValidationError Required /file', `; filename*=UTF-8''a%0d%0ab.png`],
      ['its file name, as it is', '201', '; filename="a\r\nb.png"'],
      ['its header', '201', '\r\nfilename="a.png"'],
    ])('with a file that has a line break in %s is answered %s', async (_, expected, parameters) => {
      expect(await outcome(type, { ...unnamed(), parameters })).toBe(expected);
    });

    it.each([
      ['no boundary', { 'content-type': 'multipart/form-data' }, form(type, filePart())],
      ['nothing in it', FORM, Buffer.of()],
      ['something else in it', FORM, Buffer.from('{"documentType":"passport"}')],
      ['no end', FORM, form(type, filePart()).subarray(0, -10)],
      ['a file without an end', FORM, form(type, filePart(pngOf(300_000))).subarray(0, 200_000)],
    ])('is refused with %s', async (_, headers, bytes) => {
      const answer = await upload(service, await customerToProve(service), [], { headers, body: chunked(bytes) });
      expect(codeOf(answer)).toBe('400 BadRequest');
      await settled();
    });
  });

  /** Reference facts, section 3: formats, sizes, types. */
  describe('the rules', () => {
    const formats = { 'a JPEG': jpeg(), 'a PNG': png(), 'a PDF': pdf() } as const;
    const rows: readonly (readonly [type: string, format: keyof typeof formats, outcome: string])[] = [
      ...['passport', 'license', 'idCard'].flatMap((type) => [
        [type, 'a JPEG', '201'] as const,
        [type, 'a PNG', '201'] as const,
        [type, 'a PDF', '400 ValidationError Invalid /file'] as const,
      ]),
      ['other', 'a JPEG', '400 ValidationError NotAllowed /documentType'],
      ['other', 'a PNG', '400 ValidationError NotAllowed /documentType'],
      ['other', 'a PDF', '400 ValidationError NotAllowed /documentType'],
    ];

    it.each(rows)('of a person: as %s %s is answered %s', async (type, format, expected) => {
      expect(await outcome(typePart(type), filePart(formats[format]))).toBe(expected);
      await settled();
    });

    it('name every type with every format', () => {
      expect(rows.length).toBe(4 * Object.keys(formats).length);
    });

    it.each([
      [LIMIT, '201'],
      [LIMIT + 1, '413 FileTooLarge'],
      [LIMIT + 60_000, '413 FileTooLarge'],
    ])('take a file of %i bytes: %s', async (bytes, expected) => {
      expect(await outcome(typePart(), filePart(pngOf(bytes)))).toBe(expected);
      await settled();
    });

    it('refuse a form that is said to be far too large before it comes', async () => {
      const body = new Readable({ read: () => undefined });
      const headers = { ...FORM, 'content-length': String(11 * LIMIT) };
      const asked = upload(service, await customerToProve(service), [], { headers, body });
      await expect(asked).rejects.toMatchObject({ code: 'FileTooLarge' });
    });
  });

  describe('a file that is not asked for', () => {
    const bomb = pdf(deflateSync(deflateSync(Buffer.alloc(64 * 1_024 * 1_024))));
    const examining = jest.spyOn(PdfCheck.prototype, 'write');
    beforeEach(() => void examining.mockClear());
    afterAll(() => examining.mockRestore());

    it.each([
      ['in front of it', [typePart('other'), filePart(bomb)], '400 ValidationError NotAllowed /documentType'],
      ['behind it', [filePart(bomb), typePart('other')], '400 ValidationError NotAllowed /documentType'],
      ['of another format', [typePart('passport'), filePart(bomb)], '400 ValidationError Invalid /file'],
      ['of nobody', [typePart('visa'), filePart(bomb)], '400 ValidationError Invalid /documentType'],
      ['not at all', [filePart(bomb)], '400 ValidationError Required /documentType'],
    ])('is not looked into, with a type %s', async (_, parts, expected) => {
      expect(await outcome(...parts)).toBe(expected);
      expect(examining).not.toHaveBeenCalled();
      await settled();
    });

    it('is refused for its type, whatever is wrong with it', async () => {
      const broken = filePart(png().subarray(0, -1));
      expect(await outcome(typePart('other'), broken)).toBe('400 ValidationError NotAllowed /documentType');
      expect(await outcome(typePart('passport'), broken)).toBe('400 ValidationError Invalid /file');
    });

    it('is looked into where it is asked for', async () => {
      const customerId = await newCustomer(service, company({ businessName: 'document' }));
      const answer = await upload(service, customerId, [typePart('other'), filePart(bomb)]);
      expect([codeOf(answer), examining.mock.calls.length > 0]).toEqual(['400 ValidationError Invalid /file', true]);
    });

    it('is not kept if it becomes one that is asked for while it comes', async () => {
      const customerId = await customerToProve(service, { firstName: 'verified' });
      const setStatus = (status: string, findings: unknown) =>
        service.dataSource.query('UPDATE customers SET status = $2, findings = $3 WHERE id = $1', [
          customerId,
          status,
          JSON.stringify(findings),
        ]);
      const bytes = form(typePart('passport'), filePart(png({ bytes: 600_000 })));
      const body = new Readable({ read: () => undefined });
      await settled();
      const before = await stored(service);
      const asked = upload(service, customerId, [], { body, key: newId() });
      body.push(bytes.subarray(0, 400_000));
      await until('some of it is stored', async () => (await stored(service)) > before);
      await setStatus('document', [{ subject: 'person', needs: 'papers' }]);
      body.push(bytes.subarray(400_000));
      body.push(null);
      expect(codeOf(await asked)).toBe('400 ValidationError NotAllowed /documentType');
    });
  });

  describe('the samples', () => {
    it.each([
      ['test-document-upload-success.png', 'verified', ['uploaded', 'approved']],
      ['test-document-upload-success.jpg', 'verified', ['uploaded', 'approved']],
      ['test-document-upload-fail.png', 'document', ['uploaded', 'failed']],
      ['test-document-upload-fail.jpg', 'document', ['uploaded', 'failed']],
    ])('%s: the customer is %s', async (name, status, steps) => {
      const customerId = await customerToProve(service);
      const answer = await upload(service, customerId, [filePart(sample(name), name), typePart('license')]);
      const isAccepted = status === 'verified';
      expect(await documentOf(answer)).toEqual({
        status: 'reviewed',
        type: 'license',
        created: service.clock.system().toISOString(),
        documentVerificationStatus: isAccepted ? 'accepted' : 'rejected',
        ...(!isAccepted && {
          failureReason: 'ScanNotReadable',
          allFailureReasons: [{ reason: 'ScanNotReadable', description: expect.any(String) }],
        }),
      });
      expect(await statusOf(service, customerId)).toBe(status);
      const documentEvents = steps.map((step) => `verification-document-${step}`);
      expect((await eventsOf(customerId)).slice(2)).toEqual([...documentEvents, ...(isAccepted ? ['verified'] : [])]);
      const facts = told(service).filter(({ path }) => path === `/internal/parties/${customerId}`);
      expect(facts.at(-1)?.fact).toMatchObject({ status, version: isAccepted ? 5 : 4 });
    });

    it.each([
      ['folder/test-document-upload-success.png', 'verified'],
      ['..\\\\..\\\\test-document-upload-success.png', 'verified'],
      ['/etc/passwd', 'document'],
      ['test-document-upload-success.png.exe', 'document'],
      ['TEST-DOCUMENT-UPLOAD-SUCCESS.PNG', 'document'],
      ['my-passport.png', 'document'],
      [`${'x'.repeat(5_000)}.png`, 'document'],
    ])('are known by the last part of their name: %.60s', async (name, status) => {
      const customerId = await customerToProve(service);
      expect((await upload(service, customerId, [typePart(), filePart(png(), name)])).status).toBe(201);
      expect(await statusOf(service, customerId)).toBe(status);
    });

    it('mean nothing where they are no pictures', async () => {
      const file = filePart(Buffer.from('GIF89a.....'), 'test-document-upload-success.png');
      expect(await outcome(typePart(), file)).toBe('400 ValidationError Invalid /file');
    });
  });

  /** Reference facts, sections 2.9 and 3. */
  describe('a business', () => {
    const success = 'test-document-upload-success.png';
    const approve = async (customerId: string, type: string): Promise<string> =>
      codeOf(await upload(service, customerId, [typePart(type), filePart(png({ text: type }), success)]));
    const asked = { controller: controller({ firstName: 'document' }) };

    it.each<[string, Parameters<typeof company>[0], readonly string[], readonly string[]]>([
      ['its controller', asked, ['passport'], ['verify-with-document']],
      ['itself', { businessName: 'document' }, ['other'], ['verify-business-with-document']],
      [
        'both',
        { ...asked, businessName: 'document' },
        ['idCard', 'other'],
        ['verify-controller-and-business-with-document', 'verify-business-with-document'],
      ],
    ])('brings what is asked for %s', async (_, overrides, types, relations) => {
      const customerId = await newCustomer(service, company(overrides));
      const refused = types.includes('other') ? [] : ['other'];
      for (const type of refused) {
        expect(await approve(customerId, type)).toBe('400 ValidationError NotAllowed /documentType');
      }
      for (const [at, type] of types.entries()) {
        const { body } = await service.call('GET', `/customers/${customerId}`);
        const links = body.type === 'resource' ? body.links : {};
        expect([await statusOf(service, customerId), links]).toMatchObject([
          'document',
          { [relations[at] ?? '']: { id: customerId } },
        ]);
        expect(await approve(customerId, type)).toBe('201');
      }
      expect(await statusOf(service, customerId)).toBe('verified');
    });

    it('may bring its papers as a PDF', async () => {
      const customerId = await newCustomer(service, company({ businessName: 'document' }));
      expect(codeOf(await upload(service, customerId, [typePart('other'), filePart(pdf(), 'ein.pdf')]))).toBe('201');
    });
  });

  describe('what a customer may send', () => {
    it('is four documents, whatever becomes of them', async () => {
      const customerId = await customerToProve(service);
      const statuses: string[] = [];
      for (let count = 0; count < 5; count += 1) statuses.push(codeOf(await upload(service, customerId)));
      expect(statuses).toEqual(['201', '201', '201', '201', '400 MaxNumberOfResources']);
    });

    it('is four documents, also of twelve at once', async () => {
      const customerId = await customerToProve(service);
      const answers = await Promise.all(Array.from({ length: 12 }, () => upload(service, customerId)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['201', '400 MaxNumberOfResources']));
      await settled();
    });

    it('is no file twice, but the same under another name or for another customer', async () => {
      const [customerId, otherId] = [await customerToProve(service), await customerToProve(service)];
      const file = newPicture();
      const first = await upload(service, customerId, [typePart(), filePart(file)]);
      const again = await upload(service, customerId, [typePart('license'), filePart(file)]);
      expect(codeOf(again)).toBe('400 DuplicateResource');
      expect(again.body).toMatchObject({ about: { kind: 'document', id: idOf(first.body) } });
      expect(codeOf(await upload(service, customerId, [typePart(), filePart(file, 'other.png')]))).toBe('201');
      expect(codeOf(await upload(service, otherId, [typePart(), filePart(file)]))).toBe('201');
      await settled();
    });

    it.each(['verified', 'retry', 'suspended'])('is nothing while it is %s', async (status) => {
      const customerId = await customerToProve(service, { firstName: status });
      expect(codeOf(await upload(service, customerId))).toBe('403 InvalidResourceState');
    });

    it('is nothing where the customer is of another account, or of nobody', async () => {
      const customerId = await customerToProve(service);
      const principal = applicationPrincipal();
      expect(codeOf(await upload(service, customerId, undefined, { principal }))).toBe('404 NotFound');
      expect(codeOf(await upload(service, newId()))).toBe('404 NotFound');
      expect((await service.call('GET', `/customers/${customerId}/documents`, { principal })).status).toBe(404);
      const document = await upload(service, customerId);
      expect((await service.call('GET', `/documents/${idOf(document.body)}`, { principal })).status).toBe(404);
    });

    it('is not read where it is refused anyway', async () => {
      const customerId = await customerToProve(service, { firstName: 'verified' });
      const body = new Readable({ read: () => undefined });
      expect(codeOf(await upload(service, customerId, [], { body }))).toBe('403 InvalidResourceState');
    });
  });

  describe('an upload that is cut off', () => {
    it.each(['error', 'caller'])('leaves nothing behind: by its %s', async (how) => {
      const customerId = await customerToProve(service);
      const body = new Readable({ read: () => undefined });
      const caller = new AbortController();
      const asked = upload(service, customerId, [], { body, signal: caller.signal });
      body.push(form(typePart(), filePart(pngOf(LIMIT))).subarray(0, 2_000_000));
      await until('some of it is stored', async () => (await stored(service)) > 0);
      if (how === 'error') body.destroy(new Error('reset'));
      else caller.abort();
      await expect(asked).rejects.toMatchObject({ code: 'BadRequest' });
      await settled();
      expect((await service.call('GET', `/customers/${customerId}/documents`)).body).toMatchObject({ total: 0 });
    });

    it('that nobody could clean up behind is removed in an hour', async () => {
      const id = newId();
      await service.dataSource.query(`INSERT INTO document_bytes VALUES ($1, 0, '')`, [id]);
      const dueAt = new Date(service.clock.system().getTime() + 3_600_000);
      await service.dataSource.query(
        `INSERT INTO due_work (kind, key, due_at, run_at, data) VALUES ('abandoned-document', $1, $2, $2, 'null')`,
        [id, dueAt],
      );
      service.clock.advance(3_601_000);
      await upload(service, await customerToProve(service), [typePart(), filePart(Buffer.from('no picture'))]);
      await until('it is removed', async () => (await stored(service, id)) === 0);
    });
  });

  describe('an Idempotency-Key', () => {
    const parts = (file = newPicture()) => [typePart(), filePart(file)];

    it('is of the parts, in whatever order and form they come', async () => {
      const customerId = await customerToProve(service);
      const [key, file] = [newId(), newPicture()];
      const first = await upload(service, customerId, [typePart(), filePart(file)], { key });
      const again = await upload(service, customerId, [filePart(file), typePart(), { name: 'x', content: 'y' }], {
        key,
      });
      expect(again).toEqual({ ...first, isReplayed: true });
      expect((await service.call('GET', `/customers/${customerId}/documents`)).body).toMatchObject({ total: 1 });
      await settled();
    });

    it('answers a repeat also when nothing is asked for any more', async () => {
      const customerId = await customerToProve(service);
      const key = newId();
      const name = 'test-document-upload-success.png';
      const send = () => upload(service, customerId, [typePart(), filePart(sample(name), name)], { key });
      const first = await send();
      expect(await send()).toEqual({ ...first, isReplayed: true });
    });

    it('answers a repeat with the first document, with its content, where the answer to the commit was lost', async () => {
      const customerId = await customerToProve(service);
      const [key, file] = [newId(), newPicture()];
      const send = () => upload(service, customerId, parts(file), { key });
      const changes = service.get(Changes);
      const run = changes.run.bind(changes);
      const losing = jest.spyOn(changes, 'run').mockImplementationOnce(async (...asked) => {
        await run(...asked);
        throw new DomainError('ServiceUnavailable');
      });
      expect((await send()).status).toBe(503);
      losing.mockRestore();
      const { id } = await service.dataSource.manager.findOneByOrFail(Document, { customerId });
      await until('nothing is left to do', async () => !(await service.get(DueWork).has('abandoned-document', id)));
      const again = await send();
      expect([again.status, idOf(again.body), again.isReplayed]).toEqual([201, id, true]);
      const document = await service.dataSource.manager.findOneByOrFail(Document, { id });
      expect(await buffer(await service.get(DocumentVault).open(document))).toEqual(file);
      await settled();
    });

    it.each<[string, (file: Buffer) => readonly Part[], string]>([
      ['another type', (file) => [typePart('license'), filePart(file)], '/documentType'],
      ['another name', (file) => [typePart(), filePart(file, 'b.png')], '/file/name'],
      ['another file', () => parts(), '/file/sha256'],
    ])('is not for %s', async (_, others, pointer) => {
      const customerId = await customerToProve(service);
      const [key, file] = [newId(), newPicture()];
      await upload(service, customerId, parts(file), { key });
      const answer = await upload(service, customerId, others(file), { key });
      expect(codeOf(answer)).toBe(`422 IdempotencyKeyReused Invalid ${pointer}`);
      await settled();
    });

    it('is free again after a refusal', async () => {
      const customerId = await customerToProve(service);
      const key = newId();
      expect((await upload(service, customerId, [typePart('visa'), filePart()], { key })).status).toBe(400);
      const first = await upload(service, customerId);
      expect(first.status).toBe(201);
      const same = [typePart(), filePart(newPicture())];
      expect((await upload(service, customerId, same, { key })).status).toBe(201);
      const full = newId();
      for (let count = 0; count < 2; count += 1) await upload(service, customerId);
      expect(codeOf(await upload(service, customerId, same, { key: full }))).toBe('400 MaxNumberOfResources');
      expect(codeOf(await upload(service, customerId, parts(), { key: full }))).toBe('400 MaxNumberOfResources');
    });

    it('makes one document of many at once', async () => {
      const customerId = await customerToProve(service);
      const [key, file] = [newId(), newPicture()];
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => upload(service, customerId, parts(file), { key })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(
        new Set([201, 409].slice(0, new Set(answers.map(({ status }) => status)).size)),
      );
      expect((await service.call('GET', `/customers/${customerId}/documents`)).body).toMatchObject({ total: 1 });
      await settled();
    });
  });

  it('takes many at once, and gives each out as it came', async () => {
    const files = Array.from({ length: 16 }, (_, n) => png({ text: newId(), bytes: 90_000 + 20_000 * n }));
    const customers = await Promise.all(files.map(() => customerToProve(service)));
    const answers = await Promise.all(
      files.map((file, n) => upload(service, customers[n] ?? '', [typePart(), filePart(file)])),
    );
    for (const [n, { body }] of answers.entries()) {
      const document = await service.dataSource.manager.findOneByOrFail(Document, { id: idOf(body) });
      const content = await buffer(await service.get(DocumentVault).open(document));
      expect(content.equals(files[n] ?? Buffer.of())).toBe(true);
    }
  });

  it('keeps nothing that can be read', async () => {
    const customerId = await customerToProve(service);
    const secret = 'Wilhelmina-Oxenstierna';
    const file = filePart(png({ text: secret, bytes: 200_000 }), `${secret}.png`);
    expect((await upload(service, customerId, [typePart(), file])).status).toBe(201);
    const tables = ['documents', 'document_bytes', 'history', 'operations', 'due_work'];
    for (const table of tables) {
      const rows = await service.dataSource.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`);
      const text = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
        .join('\n');
      expect([table, text.includes(secret), text.includes('IHDR')]).toEqual([table, false, false]);
    }
  });
});
