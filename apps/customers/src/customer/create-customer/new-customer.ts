import type { PersonalData } from '../customer.fact.js';
import type { CreateCustomerDto } from './create-customer.dto.js';

const given = (text: string | undefined): string | null => text || null;

/** What is kept of a request: address, birthday and number of verified customers only, empty text as nothing. */
export function personalDataOf(body: CreateCustomerDto): PersonalData {
  const isPersonal = body.type === 'personal';
  const ofPersonal = (text: string | undefined): string | null => (isPersonal ? given(text) : null);
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    businessName: given(body.businessName),
    phone: given(body.phone),
    ipAddress: given(body.ipAddress),
    correlationId: given(body.correlationId),
    address1: ofPersonal(body.address1),
    address2: ofPersonal(body.address2),
    city: ofPersonal(body.city),
    state: ofPersonal(body.state),
    postalCode: ofPersonal(body.postalCode),
    dateOfBirth: ofPersonal(body.dateOfBirth),
    ssn: ofPersonal(body.ssn?.replaceAll('-', '')),
  };
}
