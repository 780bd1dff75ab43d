import { describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { BodyPipe } from '@halyard/input';
import { CreateTransferDto } from './create-transfer.dto.js';

const read = (body: unknown): unknown => new BodyPipe().transform(body, { type: 'body', metatype: CreateTransferDto });

/** `<code> <path>` of each fault. */
async function faultsOf(body: unknown): Promise<unknown> {
  try {
    return await read(body);
  } catch (error) {
    return error instanceof DomainError ? error.detail.faults?.map(({ code, path }) => `${code} ${path}`) : error;
  }
}

const valid = () => ({
  _links: {
    source: { href: `/funding-sources/${newId()}` },
    destination: { href: `/funding-sources/${newId()}` },
  },
  amount: { value: '1.00', currency: 'USD' },
});
const href = (text: unknown) => ({ ...valid(), _links: { ...valid()._links, source: { href: text } } });
const amount = (value: unknown, currency: unknown = 'USD') => ({ ...valid(), amount: { value, currency } });

const fee = (charged = `/customers/${newId()}`, currency = 'USD') => ({
  _links: { 'charge-to': { href: charged } },
  amount: { value: '0.10', currency },
});

describe('the body of POST /transfers is refused for', () => {
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['Required /_links/source', 'Required /_links/destination', 'Required /amount']],
    ['an empty amount', { ...valid(), amount: {} }, ['Required /amount/value', 'Required /amount/currency']],
    ['an href that is no funding source', href(`/customers/${newId()}`), ['Invalid /_links/source/href']],
    ['an href with a query', href(`/funding-sources/${newId()}?a=b`), ['Invalid /_links/source/href']],
    ['an href that is no text', href(7), ['Invalid /_links/source/href']],
    ['an empty href', href(''), ['Required /_links/source/href']],
    ['zero', amount('0.00'), ['InvalidFormat /amount/value']],
    ['less than nothing', amount('-1.00'), ['InvalidFormat /amount/value']],
    ['three decimals', amount('1.001'), ['InvalidFormat /amount/value']],
    ['another currency', amount('1.00', 'EUR'), ['Invalid /amount/currency']],
    ['a correlation id with a blank', { ...valid(), correlationId: 'a b' }, ['InvalidFormat /correlationId']],
    ['an empty correlation id', { ...valid(), correlationId: '' }, ['InvalidFormat /correlationId']],
    ['a correlation id of 256', { ...valid(), correlationId: 'x'.repeat(256) }, ['InvalidFormat /correlationId']],
    ['a correlation id with a slash', { ...valid(), correlationId: 'a/b' }, ['InvalidFormat /correlationId']],
    ['a correlation id that is a number', { ...valid(), correlationId: 7 }, ['InvalidFormat /correlationId']],
    ['metadata that is text', { ...valid(), metadata: 'a' }, ['Invalid /metadata']],
    ['a key of metadata too long', { ...valid(), metadata: { ['x'.repeat(255)]: 'a' } }, ['Invalid /metadata']],
    ['metadata that is a list', { ...valid(), metadata: ['a'] }, ['Invalid /metadata']],
    ['metadata that is no text', { ...valid(), metadata: { a: 1 } }, ['Invalid /metadata']],
    ['metadata too long', { ...valid(), metadata: { a: 'x'.repeat(255) } }, ['Invalid /metadata']],
    ['metadata with NUL', { ...valid(), metadata: { a: '\0' } }, ['Invalid /metadata']],
    ['metadata with half a character', { ...valid(), metadata: { a: '\ud800' } }, ['Invalid /metadata']],
    [
      'eleven pairs',
      { ...valid(), metadata: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 'v'])) },
      ['Invalid /metadata'],
    ],
    ['fees that are no list', { ...valid(), fees: 7 }, ['Invalid /fees']],
    ['fifty-one fees', { ...valid(), fees: Array.from({ length: 51 }, () => fee()) }, ['Invalid /fees']],
    ['an empty fee', { ...valid(), fees: [{}] }, ['Required /fees/0/_links/charge-to', 'Required /fees/0/amount']],
    [
      'a fee of a funding source in another currency',
      { ...valid(), fees: [fee(`/funding-sources/${newId()}`, 'EUR')] },
      ['Invalid /fees/0/_links/charge-to/href', 'Invalid /fees/0/amount/currency'],
    ],
    ...['achDetails', 'processingChannel', 'rtpDetails'].map((field): [string, object, string[]] => [
      field,
      { ...valid(), [field]: {} },
      [`NotAllowed /${field}`],
    ]),
  ])('%s', async (_, body, faults) => expect(await faultsOf(body)).toEqual(faults));
});

describe('the body of POST /transfers', () => {
  it.each([
    valid(),
    amount(0.29),
    { ...valid(), metadata: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}`, 'x'.repeat(254)])) },
    { ...valid(), metadata: { '👍': '👍' }, correlationId: 'Order_1.a-b', stray: true },
    { ...valid(), correlationId: 'x'.repeat(255), metadata: { ['k'.repeat(254)]: '' } },
    { ...valid(), metadata: null, correlationId: null, fees: null },
    { ...valid(), fees: Array.from({ length: 50 }, () => fee()) },
  ])('may be %j', async (body) => expect(await read(body)).toBeInstanceOf(CreateTransferDto));
});
