import { DomainError, type Fault, validationError } from '@halyard/core';
import { BodyPipe, isCalendarDay } from '@halyard/http';
import { CreateCustomerDto, type NewCustomerDto } from './create-customer.dto.js';
import { isAllowedAge } from './date-of-birth.js';

const rules = new BodyPipe();

/**
 * Reads the body of POST /customers.
 *
 * @param now by the account's clock
 * @throws DomainError ValidationError with every fault, those that depend on the day included
 */
export async function readNewCustomer(body: unknown, now: Date): Promise<NewCustomerDto> {
  const ageFaults = faultsOfAge(body, now);
  try {
    const customer = await rules.transform(body, { type: 'body', metatype: CreateCustomerDto });
    if (ageFaults.length === 0) return customer as NewCustomerDto;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    throw validationError(...(error.detail.faults ?? []), ...ageFaults);
  }
  throw validationError(...ageFaults);
}

function faultsOfAge(body: unknown, now: Date): Fault[] {
  if (typeof body !== 'object' || body === null) return [];
  const { type, dateOfBirth }: { type?: unknown; dateOfBirth?: unknown } = body;
  if (type !== 'personal' || !isCalendarDay(dateOfBirth) || isAllowedAge(dateOfBirth, now)) return [];
  return [{ code: 'NotAllowed', message: 'DateOfBirth value not allowed.', path: '/dateOfBirth' }];
}
