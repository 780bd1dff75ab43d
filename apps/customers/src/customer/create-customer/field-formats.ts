import { isEmail, isIP } from 'class-validator';

/*
 * Formats of customer fields (reference facts, section 2.2). Each takes whatever a client sent.
 */

type Format = (value: unknown) => boolean;

/** In UTF-16 code units; the longest format has 255 characters. What is longer meets no pattern at all. */
const LENGTH_MAX = 2 * 255;

const text =
  (pattern: RegExp): Format =>
  (value) =>
    typeof value === 'string' && value.length <= LENGTH_MAX && pattern.test(value);

/** Symbols that no name has, and control characters. */
const REFUSED = '<>="`!?%~$\\{\\}\\[\\]\\\\\\p{Cc}';

export const isPersonName: Format = text(new RegExp(`^[^${REFUSED}]{1,50}$`, 'u'));

export const isBusinessName: Format = text(new RegExp(`^[^${REFUSED}]{1,255}$`, 'u'));

export const isEmailAddress: Format = (value) => typeof value === 'string' && value.length <= 254 && isEmail(value);

export const isIpAddress: Format = (value) => typeof value === 'string' && value.length <= LENGTH_MAX && isIP(value);

export const isPhone: Format = text(/^\d{10}$/);

export const isCorrelationId: Format = text(/^[A-Za-z0-9._-]{1,255}$/);

export const isStreet: Format = text(/^[^\p{Cc}]{1,50}$/u);

const isPostOfficeBox = text(/\b(?:p[\s.]*o[\s.]*(?:box|b)|post\s+office\s+box)\b/i);

export const isNoPostOfficeBox: Format = (value) => !isPostOfficeBox(value);

export const isCity: Format = text(new RegExp(`^[^\\d${REFUSED}]{1,50}$`, 'u'));

export const isPostalCode: Format = text(/^\d{5}(?:-\d{4})?$/);

/** The last four digits, or all nine. */
export const isSsn: Format = text(/^(?:\d{4}|\d{9}|\d{3}-\d{2}-\d{4})$/);

/** The states, the federal district and the territories that the postal service delivers to. */
const states = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'
  ).split(' '),
);

export const isState: Format = (value) => typeof value === 'string' && states.has(value);
