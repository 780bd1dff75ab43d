import type { Fault } from '@halyard/core';
import { type EntityManager, type FindOptionsWhere, Not, QueryFailedError } from 'typeorm';
import { Customer } from './customer.entity.js';

const duplicateOf = (field: 'email' | 'correlationId', { id }: Pick<Customer, 'id'>): Fault => ({
  code: 'Duplicate',
  message: `A customer with the specified ${field} already exists.`,
  path: `/${field}`,
  about: { kind: 'customer', id },
});

type UniqueFields = Pick<Customer, 'id' | 'accountId' | 'emailKey' | 'correlationId'>;

/**
 * A fault for each field that another customer has already. Each fault names that customer, which the caller may see.
 */
export async function findDuplicates(tx: EntityManager, customer: UniqueFields): Promise<Fault[]> {
  const { id, accountId, emailKey, correlationId } = customer;
  const find = (where: FindOptionsWhere<Customer>) =>
    tx.findOne(Customer, { select: { id: true }, where: { ...where, id: Not(id) } });
  const sameEmail = await find({ accountId, emailKey });
  const sameCorrelationId = correlationId === null ? null : await find({ accountId, correlationId });
  return [
    ...(sameEmail ? [duplicateOf('email', sameEmail)] : []),
    ...(sameCorrelationId ? [duplicateOf('correlationId', sameCorrelationId)] : []),
  ];
}

/** The database refused a duplicate that no lookup could see, because the other customer was committed in between. */
export function lostUniqueness(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { constraint } = error.driverError as { readonly constraint?: string };
  return constraint === 'customers_email_key' || constraint === 'customers_correlation_id_key';
}
