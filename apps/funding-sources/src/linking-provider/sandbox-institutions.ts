import { deriveId } from '@halyard/core';
import type { CredentialField, Institution, OfferedAccount } from './linking-provider.js';

/** The routing number of the test bank (specification, sandbox simulation rules). */
const ROUTING_NUMBER = '222222226';

/** Sorted by name. None of them exists. */
const NAMES = [
  'Bank of Bowline',
  'Bank of Capstan',
  'Bank of the Binnacle',
  'Bulwark Savings',
  'Coaming Federal',
  'Cutter National Bank',
  'Davit Bank and Trust',
  'Fairlead Credit Union',
  'Fathom Community Bank',
  'First Bank of Gaff',
  'Galley Farmers Bank',
  'Gunwale Credit Union',
  'Hawser Savings and Loan',
  'Jib and Boom Bank',
  'Keelson Commercial Bank',
  'Ketch Employees Credit Union',
  'Lanyard Mutual',
  'Mainsail Bank',
  'Marlinspike Credit Union',
  'Mizzen State Bank',
  'Oakum Private Bank',
  'Pennant Direct',
  'Quarterdeck Bank',
  'Ratline Teachers Credit Union',
  'Rowlock Bank',
  'SANDBOX TEST BANK',
  'Sextant Online Bank',
  'Spinnaker Bank',
  'Topgallant Trust',
  'Windlass Valley Bank',
] as const;

const fields: readonly CredentialField[] = [
  { name: 'username', label: 'User name', type: 'text' },
  { name: 'password', label: 'Password', type: 'password' },
];

export const institutions: readonly Institution[] = NAMES.map((name) => ({
  id: deriveId('sandbox-institution', name),
  name,
  fields,
  routingNumbers: [ROUTING_NUMBER],
}));

/** Each institution asks these after the login. */
export const questions: readonly CredentialField[] = [
  { name: 'pet', label: 'What is the name of your first pet?', type: 'text' },
  { name: 'street', label: 'On which street did you grow up?', type: 'text' },
];

/** Every login finds the same accounts at an institution: two valid ones, and one without a routing number. */
export function accountsAt(institutionId: string): readonly OfferedAccount[] {
  const place = institutions.findIndex(({ id }) => id === institutionId);
  const numberOf = (account: number): string => String(4_400_000_000 + (place + 1) * 100_000 + account);
  return [
    {
      id: '1',
      name: 'Everyday Checking',
      bankAccountType: 'checking',
      accountNumber: numberOf(1111),
      routingNumber: ROUTING_NUMBER,
      holders: ['Robin Sandbox'],
    },
    {
      id: '2',
      name: 'Rainy Day Savings',
      bankAccountType: 'savings',
      accountNumber: numberOf(2222),
      routingNumber: ROUTING_NUMBER,
      holders: ['Robin Sandbox', 'Kim Sandbox'],
    },
    { id: '3', name: 'Money Market', bankAccountType: 'savings', accountNumber: numberOf(3333) },
  ];
}
