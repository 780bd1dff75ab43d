import { describe, expect, it } from '@jest/globals';
import { bankAccountTypes } from '@halyard/contracts/funding-sources';
import { DomainError, type Fault, newId } from '@halyard/core';
import { BodyPipe } from '@halyard/input';
import { AddBankDto } from './add-bank.dto.js';

const bank = { routingNumber: '222222226', accountNumber: '123456789', bankAccountType: 'checking', name: 'My bank' };

async function faultsOf(body: object): Promise<readonly Fault[]> {
  try {
    await new BodyPipe().transform(body, { type: 'body', metatype: AddBankDto });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    return error.detail.faults ?? [];
  }
}

describe('the body of a new bank', () => {
  it.each([
    ['a bank', bank],
    ...bankAccountTypes.map((type) => [`an account of type ${type}`, { ...bank, bankAccountType: type }] as const),
    ['`type` for `bankAccountType`', { ...bank, bankAccountType: undefined, type: 'checking' }],
    ['any `type` beside `bankAccountType`', { ...bank, type: 'bank' }],
    ['account numbers of 3 and of 17 digits', { ...bank, accountNumber: '123' }],
    ['account numbers of 17 digits', { ...bank, accountNumber: '12345678901234567' }],
    ['a return code as a name', { ...bank, name: 'R03-late' }],
    ['no channel of its own', { ...bank, channels: [] }],
    ['the channel that is meant anyway', { ...bank, channels: ['ach'] }],
    ['the channel of wires', { ...bank, channels: ['wire'] }],
    ['`verified`, which means nothing', { ...bank, verified: false }],
    ['empty links', { ...bank, _links: {} }],
  ])('may hold %s', async (_, body) => {
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each([
    ['routingNumber', undefined, 'Required', 'RoutingNumber required.'],
    ['routingNumber', '222222227', 'Invalid', 'Routing number invalid.'],
    ['routingNumber', '331111111', 'Invalid', 'Routing number invalid.'],
    ['routingNumber', '22222222', 'InvalidFormat', 'Routing number invalid.'],
    ['routingNumber', '2222222260', 'InvalidFormat', 'Routing number invalid.'],
    ['routingNumber', '22222222x', 'InvalidFormat', 'Routing number invalid.'],
    ['routingNumber', 222222226, 'InvalidFormat', 'Routing number invalid.'],
    ['accountNumber', undefined, 'Required', 'AccountNumber required.'],
    ['accountNumber', '12', 'InvalidFormat', 'AccountNumber invalid.'],
    ['accountNumber', '123456789012345678', 'InvalidFormat', 'AccountNumber invalid.'],
    ['accountNumber', '12 34', 'InvalidFormat', 'AccountNumber invalid.'],
    ['accountNumber', 123456, 'InvalidFormat', 'AccountNumber invalid.'],
    ['bankAccountType', 'card', 'Invalid', 'BankAccountType invalid.'],
    ['name', undefined, 'Required', 'Name required.'],
    ['name', '', 'Required', 'Name required.'],
    ['name', 'a'.repeat(51), 'InvalidFormat', 'Name invalid.'],
    ['name', 'a\nb', 'InvalidFormat', 'Name invalid.'],
    ['channels', ['ach', 'wire'], 'Invalid', 'Channels invalid.'],
    ['channels', ['wire', 'wire'], 'Invalid', 'Channels invalid.'],
    ['channels', ['card'], 'Invalid', 'Channels invalid.'],
    ['channels', 'ach', 'Invalid', 'Channels invalid.'],
    ['channels', ['ach', 'ach', 'ach'], 'Invalid', 'Channels invalid.'],
  ] as const)('has for %s = %p the fault %s', async (field, value, code, message) => {
    expect(await faultsOf({ ...bank, [field]: value })).toMatchObject([
      {
        code,
        message: expect.stringMatching(`^${message}(?:.* Allowed: .+)?$`) as unknown,
        path: expect.stringMatching(`^/${field}`) as unknown,
      },
    ]);
  });

  it('asks for `type`, the name of the specification, when neither name is there', async () => {
    const faults = await faultsOf({ ...bank, bankAccountType: undefined });
    expect(faults).toEqual([{ code: 'Required', message: 'Type required.', path: '/type' }]);
  });

  it.each(['partnerToken', 'plaidToken'])('may be a %s and a name alone', async (field) => {
    expect(await faultsOf({ [field]: 'token', name: 'My bank' })).toEqual([]);
    expect(await faultsOf({ [field]: 'a token', name: 'My bank' })).toMatchObject([
      { code: 'Invalid', path: `/${field}` },
    ]);
  });

  it.each([
    ['exchange', 'NotAllowed', '/_links/exchange'],
    ['on-demand-authorization', 'Invalid', '/_links/on-demand-authorization/href'],
  ])('may link to no %s elsewhere: %s at %s', async (relation, code, path) => {
    const href = `https://example.com/funding-sources/${newId()}`;
    const faults = await faultsOf({ ...bank, _links: { [relation]: { href } } });
    expect(faults.map((fault) => [fault.code, fault.path])).toEqual([[code, path]]);
  });

  it('has every fault in one answer', async () => {
    expect((await faultsOf({ channels: ['card'] })).map(({ path }) => path).sort()).toEqual([
      '/accountNumber',
      '/channels/0',
      '/name',
      '/routingNumber',
      '/type',
    ]);
  });
});
