/*
 * Formats of customer fields (reference facts, section 2.2). Each is anchored at both ends, so that matching a longer
 * text costs no more.
 */

/** Symbols that occur in no name, and control characters. */
const REFUSED = '<>="`!?%~$\\{\\}\\[\\]\\\\\\p{Cc}';

/** For fields that may be missing: blank text is no value. In a required field it counts as missing. */
const NOT_BLANK = '(?!\\s*$)';

export const PERSON_NAME = new RegExp(`^[^${REFUSED}]{1,50}$`, 'u');
export const BUSINESS_NAME = new RegExp(`^${NOT_BLANK}[^${REFUSED}]{1,255}$`, 'u');
export const CITY = new RegExp(`^[^\\d${REFUSED}]{1,50}$`, 'u');
export const STREET = new RegExp(`^${NOT_BLANK}[^\\p{Cc}]{1,50}$`, 'u');
export const TITLE = new RegExp(`^[^${REFUSED}]{1,100}$`, 'u');
export const FOREIGN_POSTAL_CODE = new RegExp(`^${NOT_BLANK}[A-Za-z0-9 -]{1,20}$`);
