import { type Forms, ref } from '@halyard/contracts';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';
import { customerTypes } from '../customer.entity.js';
import { isChecked } from '../identity/identity-of.js';
import { fixedIn } from '@halyard/input';
import { named, formsFor } from './forms.js';

const checkedTypes: readonly string[] = customerTypes.filter(isChecked);
const all = formsFor(CreateCustomerDto, { title: 'Create a customer', target: ref('listCustomers') });
const withoutChecks = all.filter(
  ({ form }) => !fixedIn(form.fields).some(({ value = '' }) => checkedTypes.includes(value)),
);

const everybody = named(all);
const unchecked = named(withoutChecks);

/** Named by the type of customer; `default` creates an unverified customer. */
export const createForms = (areChecksAvailable: boolean): Forms => (areChecksAvailable ? everybody : unchecked);
