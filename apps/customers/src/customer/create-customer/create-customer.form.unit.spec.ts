import { describe, expect, it } from '@jest/globals';
import type { FormField } from '@halyard/contracts';
import { classesOf, formFieldsOf } from '@halyard/input';
import {
  CompanyCustomerDto,
  CreateCustomerDto,
  PersonalCustomerDto,
  ReceiveOnlyCustomerDto,
  SoleProprietorshipDto,
  UnverifiedCustomerDto,
} from './create-customer.dto.js';

const fieldsOf = (dto: new () => object): Record<string, FormField> =>
  Object.fromEntries(formFieldsOf(dto).map((field) => [field.name, field]));

describe('the form of POST /customers', () => {
  it('is one for each type of customer that can be made', () => {
    expect(classesOf(CreateCustomerDto)).toEqual([
      UnverifiedCustomerDto,
      ReceiveOnlyCustomerDto,
      PersonalCustomerDto,
      CompanyCustomerDto,
      SoleProprietorshipDto,
    ]);
  });

  it('offers what may be sent, and no more', () => {
    const common = ['firstName', 'lastName', 'email', 'phone', 'ipAddress', 'correlationId'];
    const address = ['address1', 'address2', 'city', 'state', 'postalCode'];
    expect(Object.keys(fieldsOf(UnverifiedCustomerDto))).toEqual([...common, 'type', 'businessName']);
    expect(Object.keys(fieldsOf(PersonalCustomerDto))).toEqual([...common, ...address, 'dateOfBirth', 'type', 'ssn']);
  });

  it('says what is required, as what it is shown, and what people call it', () => {
    const { type, firstName, email, phone, dateOfBirth, ssn, postalCode } = fieldsOf(PersonalCustomerDto);
    expect(type).toMatchObject({ type: 'hidden', value: 'personal', isRequired: true });
    expect(firstName).toMatchObject({ type: 'string', label: 'First name', isRequired: true, path: '/firstName' });
    expect(email).toMatchObject({ type: 'email', isRequired: true });
    expect(phone).toMatchObject({ type: 'tel', isRequired: false });
    expect(dateOfBirth).toMatchObject({ type: 'date', label: 'Date of birth' });
    expect(ssn).toMatchObject({ type: 'sensitive', label: 'Social security number' });
    expect(postalCode).toMatchObject({ label: 'ZIP code' });
  });

  it('has the pattern that validates', () => {
    const { postalCode, firstName } = fieldsOf(PersonalCustomerDto);
    const matches = (field: FormField | undefined, text: string) => new RegExp(field?.pattern ?? '^$', 'u').test(text);
    expect([matches(postalCode, '50309-0001'), matches(postalCode, '5030')]).toEqual([true, false]);
    expect([matches(firstName, 'Ada'), matches(firstName, 'Ada<')]).toEqual([true, false]);
  });

  it('has the states by name', () => {
    const { state } = fieldsOf(PersonalCustomerDto);
    expect(state?.options).toHaveLength(56);
    expect(state?.options).toContainEqual({ key: 'IA', label: 'Iowa' });
  });
});
