import { type Fault, validationError } from '@halyard/core';
import { type EntityManager, QueryFailedError } from 'typeorm';
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

/** The unique constraints of the table, each with the fault that stands for it. */
const faultOfConstraint: Readonly<Record<string, Fault>> = {
  customers_email_key: duplicateEmail,
  customers_correlation_id_key: duplicateCorrelationId,
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

/** The refusal that a failed write stands for when another request took the e-mail or correlation id in the meantime. */
export function asDuplicate(error: unknown): unknown {
  const constraint = constraintOf(error);
  const fault = typeof constraint === 'string' ? faultOfConstraint[constraint] : undefined;
  return fault ? validationError(fault) : error;
}

function constraintOf(error: unknown): unknown {
  const driverError: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return driverError instanceof Error && 'constraint' in driverError ? driverError.constraint : undefined;
}
