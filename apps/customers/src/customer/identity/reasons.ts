import type { Relation, ResourcePart } from '@halyard/contracts';
import type { Finding } from '../customer.entity.js';
import { linksOf, type LinkedCustomer } from '../customer-links.js';

interface ReasonText {
  readonly message: string;
  /** JSON pointer to the field to send again; empty if the reason is about no field. */
  readonly path: string;
}

const paper = (message: string): ReasonText => ({ message, path: '' });

/** The reasons that clients are told (reference facts, section 2.7). */
export const reasonCodes = {
  POBoxNotAllowed: { message: 'A post office box is not accepted as an address.', path: '/address1' },
  AddressNotAssociatedWithBusiness: {
    message: 'The address is not known to belong to the business.',
    path: '/address1',
  },
  ResidentialAddressRequired: { message: 'The address must be where the person lives.', path: '/address1' },
  CoWorkingAddress: { message: 'The address is a co-working space.', path: '/address1' },
  RegisteredAgentAddressNotAllowed: { message: 'The address belongs to a registered agent.', path: '/address1' },
  EINMismatch: { message: 'The EIN does not belong to the business.', path: '/ein' },
  LegalDBAMismatch: {
    message: 'The legal name does not match the name under which the business works.',
    path: '/businessName',
  },
  BusinessDBAMismatch: { message: 'The business is not known by this name.', path: '/doingBusinessAs' },
  BusinessNameMismatch: { message: 'The name of the business does not match its other data.', path: '/businessName' },
  SOSNotInGoodStanding: paper('The state does not know the business in good standing.'),
  SOSStateMismatch: { message: 'The business is registered in another state.', path: '/state' },
  ForeignPassportNumberRequired: { message: 'A passport number is required.', path: '/controller/passport/number' },
  ControllerNonResidential: {
    message: 'The address must be where the controller lives.',
    path: '/controller/address/address1',
  },
  BusinessAddressDocRequired: paper('A paper that shows the address of the business is required.'),
  EINDocumentRequired: paper('A paper that shows the EIN is required.'),
  BusinessFormationDocRequired: paper('A paper on the formation of the business is required.'),
  PersonalIDRequired: paper('A paper that identifies the person is required.'),
  AdditionalReviewRequired: paper('The identity is being reviewed. There is nothing to do.'),
} as const satisfies Record<string, ReasonText>;
type ReasonCode = keyof typeof reasonCodes;

const isCode = (text: string): text is ReasonCode => Object.hasOwn(reasonCodes, text);

type Usual = { readonly code: ReasonCode } | ({ readonly code: 'Required' } & ReasonText);

/** The reasons that clients are told if the checker gives none. */
const usual: Readonly<Record<Finding['needs'], Readonly<Record<Finding['subject'], Usual>>>> = {
  data: {
    person: { code: 'Required', message: 'All nine digits of the Ssn required.', path: '/ssn' },
    controller: { code: 'Required', message: 'All nine digits of the Ssn required.', path: '/controller/ssn' },
    business: { code: 'BusinessNameMismatch' },
  },
  papers: {
    person: { code: 'PersonalIDRequired' },
    controller: { code: 'PersonalIDRequired' },
    business: { code: 'BusinessFormationDocRequired' },
  },
  review: {
    person: { code: 'AdditionalReviewRequired' },
    controller: { code: 'AdditionalReviewRequired' },
    business: { code: 'AdditionalReviewRequired' },
  },
};

/** The links that ask for documents. A customer has at most one of these, which says whose documents are missing. */
const withPapers: readonly Relation<'customer'>[] = [
  'verify-with-document',
  'verify-business-with-document',
  'verify-controller-and-business-with-document',
];

/** The links that resolve each need. A customer is offered only the links that it has. */
const actions: Readonly<
  Record<Finding['needs'], Readonly<Record<Finding['subject'], readonly Relation<'customer'>[]>>>
> = {
  data: {
    person: ['retry-verification'],
    controller: ['retry-verification', 'retry-with-full-ssn'],
    business: ['retry-verification'],
  },
  papers: { person: withPapers, controller: withPapers, business: withPapers },
  review: { person: [], controller: [], business: [] },
};

/** Why a customer is in retry or document, with links to the next steps. */
export function reasonsOf(customer: LinkedCustomer, at: Date): ResourcePart[] {
  if (customer.status !== 'retry' && customer.status !== 'document') return [];
  const offered = linksOf(customer, at);
  return customer.findings.flatMap(({ needs, subject, reasons }) => {
    const links = Object.fromEntries(
      actions[needs][subject].flatMap((relation) => (offered[relation] ? [[relation, offered[relation]]] : [])),
    );
    const known = reasons.filter(isCode).map((code) => ({ code, ...reasonCodes[code] }));
    const told = known.length > 0 ? known : [wordOf(usual[needs][subject])];
    return told.map(({ code, message, path }) => ({ attributes: { code, message, path }, links }));
  });
}

const wordOf = (meant: Usual): { readonly code: string } & ReasonText =>
  meant.code === 'Required' ? meant : { code: meant.code, ...reasonCodes[meant.code] };
