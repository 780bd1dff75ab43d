import type { TextFormat } from '@halyard/input';

/* Reference facts, section 2.2. Each format is anchored at both ends, so that matching a longer text costs no more. */

/** Symbols that occur in no name, and control characters. */
const REFUSED = '<>="`!?%~$\\{\\}\\[\\]\\\\\\p{Cc}';
const REFUSED_IN_WORDS = '< > = " ` ! ? % ~ $ { } [ ] \\ and control characters';

/** For fields that may be missing: blank text is no value. In a required field it counts as missing. */
const NOT_BLANK = '(?!\\s*$)';

export const PERSON_NAME: TextFormat = {
  pattern: new RegExp(`^[^${REFUSED}]{1,50}$`, 'u'),
  description: `1 to 50 characters without ${REFUSED_IN_WORDS}.`,
  content: 'name',
};
export const BUSINESS_NAME: TextFormat = {
  pattern: new RegExp(`^${NOT_BLANK}[^${REFUSED}]{1,255}$`, 'u'),
  description: `1 to 255 characters without ${REFUSED_IN_WORDS}.`,
  content: 'name',
};
export const CITY: TextFormat = {
  pattern: new RegExp(`^[^\\d${REFUSED}]{1,50}$`, 'u'),
  description: `1 to 50 characters without digits, ${REFUSED_IN_WORDS}.`,
  content: 'address',
};
export const STREET: TextFormat = {
  pattern: new RegExp(`^${NOT_BLANK}[^\\p{Cc}]{1,50}$`, 'u'),
  description: '1 to 50 characters without control characters.',
  content: 'address',
};
export const TITLE: TextFormat = {
  pattern: new RegExp(`^[^${REFUSED}]{1,100}$`, 'u'),
  description: `1 to 100 characters without ${REFUSED_IN_WORDS}.`,
  content: 'name',
};
export const FOREIGN_POSTAL_CODE: TextFormat = {
  pattern: new RegExp(`^${NOT_BLANK}[A-Za-z0-9 -]{1,20}$`),
  description: '1 to 20 letters A to Z, digits, blanks and hyphens.',
  content: 'address',
};
