import type { Type } from '@nestjs/common';
import { fieldNamesOf, ReadOnly } from '@halyard/http';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';

/** Every field that customers are created with. */
const customerFields = fieldNamesOf(CreateCustomerDto);

/** Whether a body says anything about a customer. */
export const isAboutCustomer = (body: object): boolean =>
  customerFields.some((field) => Object.hasOwn(body, field) && Reflect.get(body, field) !== null);

/** Of the fields that customers have, those that the class does not declare may not be modified. */
export const NothingElse = () => (target: Type<object>) => {
  const own = fieldNamesOf(target);
  for (const field of customerFields.filter((name) => !own.includes(name))) {
    ReadOnly(field)(target.prototype as object, field);
  }
};
