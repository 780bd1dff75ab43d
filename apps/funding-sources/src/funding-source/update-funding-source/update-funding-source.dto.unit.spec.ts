import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { BodyPipe } from '@halyard/input';
import { UpdateFundingSourceDto } from './update-funding-source.dto.js';

async function faultsOf(body: object): Promise<string[]> {
  try {
    await new BodyPipe().transform(body, { type: 'body', metatype: UpdateFundingSourceDto });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    return (error.detail.faults ?? []).map(({ code, path }) => `${code} ${path}`);
  }
}

describe('the body of POST /funding-sources/{id}', () => {
  it.each([
    [{ name: 'New name' }],
    [{ removed: true }],
    [{ removed: 'true' }],
    [{ removed: 'True' }],
    [{ name: 'New name', removed: true }],
    [{ name: null, removed: true }],
    [{ name: 'N', routingNumber: '222222226' }],
    [{ accountNumber: '123', bankAccountType: 'savings' }],
  ])('may be %j', async (body) => {
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each([
    [{}, ['Required ']],
    [{ name: '' }, ['Required /name']],
    [{ name: 'a'.repeat(51) }, ['InvalidFormat /name']],
    [{ name: 7, removed: true }, ['InvalidFormat /name']],
    [{ removed: false }, ['Invalid /removed']],
    [{ removed: 'False' }, ['Invalid /removed']],
    [{ removed: null }, ['Required ']],
    [{ type: 'bank' }, ['Required ']],
    [{ routingNumber: '222222227' }, ['Invalid /routingNumber']],
    [{ routingNumber: '22222222' }, ['InvalidFormat /routingNumber']],
    [{ accountNumber: '12' }, ['InvalidFormat /accountNumber']],
    [{ bankAccountType: 'card' }, ['Invalid /bankAccountType']],
  ])('may not be %j', async (body, faults) => {
    expect(await faultsOf(body)).toEqual(faults);
  });
});
