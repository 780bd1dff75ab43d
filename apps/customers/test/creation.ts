import type { Json } from '@halyard/contracts';
import { DomainError, type Fault } from '@halyard/core';
import { CreateCustomerDto } from '../src/customer/create-customer/create-customer.dto.js';
import { readBody } from '../src/customer/rules/read-body.js';
import { controller } from './customers.js';

/** The bodies below are validated on this day. */
export const today = new Date('2026-11-21T12:00:00.000Z');

export async function faultsOfCreation(body: unknown): Promise<readonly Fault[]> {
  try {
    await readBody(body, CreateCustomerDto, today);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    return error.detail.faults ?? [];
  }
}

export const abroad = (overrides: Record<string, Json> = {}) => {
  const { ssn: _, ...person } = controller();
  const address = { address1: '1 Rue de la Paix', city: 'Paris', stateProvinceRegion: 'Ile-de-France', country: 'FR' };
  return { ...person, address, passport: { number: 'X1234567', country: 'FR' }, ...overrides };
};

/** Puts another value at a path; undefined removes the field. */
export function changed(body: object, path: string, value: unknown): object {
  const [key = '', ...rest] = path.split('/');
  const { [key]: before, ...others } = body as Record<string, object>;
  if (rest.length > 0) return { ...others, [key]: changed(before ?? {}, rest.join('/'), value) };
  return value === undefined ? others : { ...others, [key]: value };
}
