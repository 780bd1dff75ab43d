import type { PersonalData } from './personal-data.js';

/*
 * What customers are found by, folded to lower case here and not by the database, whose folding depends on its locale.
 */

/** E-mail addresses are compared without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();

export type Searched = Pick<PersonalData, 'firstName' | 'lastName' | 'email' | 'businessName'>;

/** What searches look into; the parts stand on lines of their own, so that no match spans two of them. */
export const searchText = ({ firstName, lastName, email, businessName }: Searched): string =>
  [`${firstName} ${lastName}`, email, businessName ?? ''].join('\n').toLowerCase();

/** The LIKE pattern of a search: the text anywhere, wildcards meaning themselves. */
export const searchPattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
