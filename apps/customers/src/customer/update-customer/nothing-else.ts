import type { Type } from '@nestjs/common';
import { fieldNamesOf, ReadOnly } from '@halyard/input';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';

const customerFields = fieldNamesOf(CreateCustomerDto);

export const isAboutCustomer = (body: object): boolean =>
  customerFields.some((field) => Object.hasOwn(body, field) && Reflect.get(body, field) !== null);

/** Makes all other fields of customers read-only. */
export const NothingElse = () => (target: Type<object>) => {
  const own = fieldNamesOf(target);
  for (const field of customerFields.filter((name) => !own.includes(name))) {
    ReadOnly(field)(target.prototype as object, field);
  }
};
