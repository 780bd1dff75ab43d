import type { Fault } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';

const duplicateEmail: Fault = {
  code: 'Duplicate',
  message: 'A customer with the specified email already exists.',
  path: '/email',
};
const duplicateCorrelationId: Fault = {
  code: 'Duplicate',
  message: 'A customer with the specified correlationId already exists.',
  path: '/correlationId',
};

type UniqueFields = Pick<Customer, 'accountId' | 'applicationId' | 'emailKey' | 'correlationId'>;

/** What of a new customer is taken already: its e-mail within the application, its correlation id within the account. */
export async function findDuplicates(
  tx: EntityManager,
  { accountId, applicationId, emailKey, correlationId }: UniqueFields,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (await tx.existsBy(Customer, { applicationId, emailKey })) faults.push(duplicateEmail);
  if (correlationId !== null && (await tx.existsBy(Customer, { accountId, correlationId }))) {
    faults.push(duplicateCorrelationId);
  }
  return faults;
}
