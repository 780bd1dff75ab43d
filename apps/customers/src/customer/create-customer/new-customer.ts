import type { PersonalData } from '../customer.fact.js';
import type { NewCustomerDto } from './create-customer.dto.js';

const given = (text: string | undefined): string | null => text || null;

/** What is kept of a request: address, birthday and number of verified customers only, empty text as nothing. */
export function personalDataOf(body: NewCustomerDto): PersonalData {
  const personal = body.type === 'personal' ? body : undefined;
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    businessName: given(body.businessName),
    phone: given(body.phone),
    ipAddress: given(body.ipAddress),
    correlationId: given(body.correlationId),
    address1: given(personal?.address1),
    address2: given(personal?.address2),
    city: given(personal?.city),
    state: given(personal?.state),
    postalCode: given(personal?.postalCode),
    dateOfBirth: given(personal?.dateOfBirth),
    ssn: given(personal?.ssn.replaceAll('-', '')),
  };
}
