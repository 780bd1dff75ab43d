import { composed } from '@halyard/core';
import type { PersonalData } from '../person/people.js';
import { isCommon } from './common-passwords.js';

const LENGTH_MIN = 12;
const LENGTH_MAX = 128;
/** Too many good passwords contain shorter names. */
const OWN_LENGTH_MIN = 4;

/** Longer passwords are not even hashed. */
export const isOfPasswordLength = (password: string): boolean => [...password].length <= LENGTH_MAX;

/**
 * Any characters are allowed, and none is required (NIST SP 800-63B, 3.1.1.2).
 *
 * @returns the fault in words for the person; undefined if there is none
 */
export async function faultOfPassword(password: string, person: PersonalData): Promise<string | undefined> {
  const length = [...password].length;
  if (length < LENGTH_MIN) return `Choose at least ${LENGTH_MIN} characters.`;
  if (length > LENGTH_MAX) return `Choose at most ${LENGTH_MAX} characters.`;
  if (namesPerson(password, person)) return 'Choose a password that does not contain your name or e-mail address.';
  if (await isCommon(password)) return 'Choose another password: this one is among those that are tried first.';
  return undefined;
}

const comparable = (text: string): string => composed(text).toLowerCase().replaceAll(/\s/g, '');

function namesPerson(password: string, { email, name }: PersonalData): boolean {
  const text = comparable(password);
  const [mailbox = ''] = email.split('@');
  return [email, mailbox, name].map(comparable).some((own) => own.length >= OWN_LENGTH_MIN && text.includes(own));
}
