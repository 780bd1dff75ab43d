import type { Type } from '@nestjs/common';
import { fieldNamesOf, ReadOnly } from '@halyard/input';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';

/** Every field that a customer can be created with. */
const customerFields = fieldNamesOf(CreateCustomerDto);

/** Whether a body has any field of a customer. */
export const isAboutCustomer = (body: object): boolean =>
  customerFields.some((field) => Object.hasOwn(body, field) && Reflect.get(body, field) !== null);

/** Makes the fields of customers that the class does not declare read-only. */
export const NothingElse = () => (target: Type<object>) => {
  const own = fieldNamesOf(target);
  for (const field of customerFields.filter((name) => !own.includes(name))) {
    ReadOnly(field)(target.prototype as object, field);
  }
};
