import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, MissingLinkError, TemplateError, UnsupportedTemplateError } from '../src/index.js';
import { ApiDouble } from './api-double.js';

describe('resources', () => {
  let api: ApiDouble;
  beforeAll(async () => {
    api = await new ApiDouble().open();
  });
  afterAll(() => api.close());

  const client = (links?: (href: string) => string) =>
    createClient({ baseUrl: api.baseUrl, token: () => Promise.resolve('t'), ...(links && { links }) });

  describe('in lists', () => {
    it('come one by one over all pages', async () => {
      api.answers(({ path }) => {
        const page = Number(/page=(\d)/.exec(path)?.[1] ?? 0);
        const next = page < 2 ? { next: { href: `${api.baseUrl}/customers?page=${page + 1}` } } : {};
        return { body: { _links: next, _embedded: { customers: [{ id: `${page}a` }, { id: `${page}b` }] }, total: 6 } };
      });
      const seen: string[] = [];
      for await (const { id } of client().items('/customers', { query: { status: ['verified', 'retry'], limit: 2 } })) {
        seen.push(id);
      }
      expect(seen).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
      expect(api.asked[0]?.path).toBe('/customers?status=verified&status=retry&limit=2');
    });

    it('are asked for as far as they are read', async () => {
      const next = { href: `${api.baseUrl}/customers?page=2` };
      api.answers(() => ({ body: { _links: { next }, _embedded: { customers: [{ id: 'a' }] }, total: 2 } }));
      for await (const { id } of client().items('/customers')) {
        expect(id).toBe('a');
        break;
      }
      expect(api.asked).toHaveLength(1);
    });
  });

  describe('by their links', () => {
    it('are read where a link leads, turned into another address if asked', async () => {
      api.answers(() => ({ body: { total: 0 } }));
      const customer = { _links: { 'funding-sources': { href: 'https://api.example/customers/1/funding-sources' } } };
      const there = client((href) => href.replace('https://api.example', api.baseUrl));
      expect(await there.follow(customer, 'funding-sources')).toEqual({ total: 0 });
      expect(api.asked.map(({ path }) => path)).toEqual(['/customers/1/funding-sources']);
    });

    it('name the links there are when one is not', async () => {
      const customer: { _links: Record<string, { href: string }> } = {
        _links: { self: { href: '/' }, edit: { href: '/' } },
      };
      const following = client().follow(customer, 'deactivate');
      await expect(following).rejects.toThrow(MissingLinkError);
      await expect(following).rejects.toThrow('no link deactivate; there are self, edit');
    });
  });

  describe('by their templates', () => {
    const template = (properties: object[], more = {}) => ({
      _links: { self: { href: `${api.baseUrl}/transfers/1` } },
      _templates: { cancel: { method: 'POST', target: `${api.baseUrl}/transfers/1`, properties, ...more } },
    });

    it('are sent the values of the fields, as an object', async () => {
      api.answers(() => ({ body: { status: 'cancelled' } }));
      const resource = template([
        { name: 'status', type: 'hidden', value: 'cancelled' },
        { name: 'amount.value', required: true, regex: '\\d+\\.\\d\\d' },
        { name: 'fees.0.amount.value' },
        { name: 'kind', options: { inline: [{ prompt: 'A', value: 'a' }] }, value: 'a' },
        { name: 'left.out' },
      ]);
      const values = {
        status: 'cancelled',
        'amount.value': '1.00',
        'fees.0.amount.value': '2',
        'fees.1.amount.value': '3',
      };
      expect(await client().submit(resource, 'cancel', values)).toEqual({ status: 'cancelled' });
      expect(JSON.parse(api.asked[0]?.body ?? '')).toEqual({
        status: 'cancelled',
        amount: { value: '1.00' },
        fees: [{ amount: { value: '2' } }, { amount: { value: '3' } }],
        kind: 'a',
      });
      expect(api.asked[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
    });

    it('are read again with their templates where they have none', async () => {
      api.answers(({ method }) => ({ body: method === 'GET' ? template([]) : { done: true } }));
      const plain = { _links: template([])._links };
      expect(await client().submit(plain, 'cancel')).toEqual({ done: true });
      expect(api.asked.map(({ method, headers }) => [method, headers.accept])).toEqual([
        ['GET', 'application/prs.hal-forms+json'],
        ['POST', 'application/vnd.service.v1.hal+json'],
      ]);
    });

    it('name the templates there are when one is not', async () => {
      await expect(client().submit(template([]), 'toString')).rejects.toThrow('no template toString; there are cancel');
    });

    it('are sent what the types of their fields say, since forms have texts alone', async () => {
      api.answers(() => ({ body: {} }));
      const resource = template([
        { name: 'paused', type: 'checkbox', readOnly: true, value: 'true' },
        { name: 'off', type: 'checkbox', value: 'false' },
        { name: 'count', type: 'number', value: '7' },
        { name: 'urls', multiple: true, value: 'https://a\nhttps://b' },
        { name: 'topics', multiple: true, options: { inline: ['x', 'y'], selectedValues: ['x', 'y'] } },
        { name: 'one', multiple: true },
        { name: 'share', type: 'range' },
        { name: 'text', value: 'true' },
      ]);
      await client().submit(resource, 'cancel', { one: 'a', share: '10.50' });
      expect(JSON.parse(api.asked[0]?.body ?? '')).toEqual({
        paused: true,
        off: false,
        count: 7,
        urls: ['https://a', 'https://b'],
        topics: ['x', 'y'],
        one: ['a'],
        share: 10.5,
        text: 'true',
      });
    });

    it.each(['1.1499999999999999999', '0.1000000000000000055511151231257827', '9007199254740993', '007'])(
      'are sent the number %s as it is written, which a float can’t hold',
      async (written) => {
        api.answers(() => ({ body: {} }));
        await client().submit(template([{ name: 'amount', type: 'number' }]), 'cancel', { amount: written });
        expect(JSON.parse(api.asked[0]?.body ?? '')).toEqual({ amount: written });
      },
    );

    it.each<[string, string | undefined, string | undefined, string, string | undefined, string]>([
      ['PUT', 'PUT', 'application/json', '/transfers/1', 'application/json', '{"a":"1","b":["x","y"]}'],
      ['no media type', 'PATCH', undefined, '/transfers/1', 'application/json', '{"a":"1","b":["x","y"]}'],
      [
        'JSON of its own',
        'POST',
        'application/merge-patch+json',
        '/transfers/1',
        'application/merge-patch+json',
        '{"a":"1","b":["x","y"]}',
      ],
      [
        'an encoded form',
        'POST',
        'application/x-www-form-urlencoded',
        '/transfers/1',
        'application/x-www-form-urlencoded',
        'a=1&b=x&b=y',
      ],
      ['GET', 'GET', undefined, '/transfers/1?a=1&b=x&b=y', undefined, ''],
      ['no method', undefined, undefined, '/transfers/1?a=1&b=x&b=y', undefined, ''],
      ['DELETE', 'delete', undefined, '/transfers/1', undefined, ''],
    ])('that say %s are taken at their word', async (_, method, contentType, path, sentType, body) => {
      api.answers(() => ({ body: {} }));
      const fields = [{ name: 'a' }, { name: 'b', multiple: true }];
      const resource = template(fields, { method, contentType });
      await client().submit(resource, 'cancel', { a: '1', b: ['x', 'y'] });
      const [asked] = api.asked;
      expect(asked).toMatchObject({ method: (method ?? 'GET').toUpperCase(), path, body });
      expect(asked?.headers['content-type']).toBe(sentType);
    });

    it.each([
      [{ method: 'COPY' }, 'the form asks for COPY'],
      [{ contentType: 'text/plain' }, 'the form asks for text/plain'],
    ])('that ask for %j are refused, and nothing is sent', async (more, message) => {
      api.answers(() => ({ body: {} }));
      const submitting = client().submit(template([], more), 'cancel');
      await expect(submitting).rejects.toThrow(UnsupportedTemplateError);
      await expect(submitting).rejects.toThrow(message);
      expect(api.asked).toEqual([]);
    });

    it.each<[string, object, Record<string, unknown>, string]>([
      ['a field that is not there', { name: 'a' }, { b: 1 }, 'b: is not a field; there are a'],
      ['a required field without a value', { name: 'a', required: true }, {}, 'a: is required'],
      ['a form that is not kept', { name: 'a', regex: '[a-z]|b' }, { a: 'xy' }, 'a: does not have the required form'],
      ['a value that is too short', { name: 'a', minLength: 3 }, { a: 'xy' }, 'a: needs 3 characters'],
      ['a value that is too long', { name: 'a', maxLength: 1 }, { a: 'xy' }, 'a: may have 1 characters'],
      ['another value than a fixed one', { name: 'a', type: 'hidden', value: 'x' }, { a: 'y' }, 'a: must be "x"'],
      ['what is no number', { name: 'a', type: 'number' }, { a: 'x' }, 'a: must be a number'],
      [
        'a number that is too small',
        { name: 'a', type: 'number', min: 0.01 },
        { a: '0.00' },
        'a: must be at least 0.01',
      ],
      ['a number that is not whole', { name: 'a', type: 'number', step: 1 }, { a: 1.5 }, 'a: must be a whole number'],
      ['a number that is too large', { name: 'a', type: 'number', max: 9 }, { a: 10 }, 'a: must be at most 9'],
      ['what is neither true nor false', { name: 'a', type: 'checkbox' }, { a: 'yes' }, 'a: must be true or false'],
      [
        'a field of an item that has no such field',
        { name: 'a.0.b' },
        { 'a.1.c': 1 },
        'a.1.c: is not a field; there are a.0.b',
      ],
      [
        'an item that is not there',
        { name: 'a', multiple: true, options: { inline: ['x', 'y'] } },
        { a: ['x', 'z'] },
        'a: must be one of x, y, and "z" is not',
      ],
      ['no item where one is required', { name: 'a', multiple: true, required: true }, { a: [] }, 'a: is required'],
      ['an option that is not there', { name: 'a', options: { inline: ['x'] } }, { a: 'y' }, 'a: must be one of x'],
    ])('refuse %s, and send nothing', async (_, property, values, message) => {
      api.answers(() => ({ body: {} }));
      const submitting = client().submit(template([property]), 'cancel', values);
      await expect(submitting).rejects.toThrow(TemplateError);
      await expect(submitting).rejects.toThrow(message);
      expect(api.asked).toEqual([]);
    });

    it.each(['12.50', '10.00', '0.07'])('are sent an amount of %s in steps of a cent', async (amount) => {
      api.answers(() => ({ body: {} }));
      const resource = template([{ name: 'amount.value', type: 'number', min: 0.01, step: 0.01 }]);
      await client().submit(resource, 'cancel', { 'amount.value': amount });
      expect(api.asked).toHaveLength(1);
    });

    it('are sent files', async () => {
      api.answers(() => ({ status: 201, headers: { location: `${api.baseUrl}/documents/1` } }));
      const resource = template([{ name: 'file', type: 'file' }], { contentType: 'multipart/form-data' });
      await client().submit(resource, 'cancel', { file: new Blob(['image']) });
      expect(api.asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(api.asked[0]?.body).toContain('image');
    });
  });
});
