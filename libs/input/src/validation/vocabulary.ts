import { applyDecorators } from '@nestjs/common';
import type { FieldChoices } from '@halyard/contracts';
import { accountNumberPattern, isId, isRoutingNumber } from '@halyard/core';
import { isIP, isISO31661Alpha2, type ValidationOptions } from 'class-validator';
import { booleanOf } from '../boolean.js';
import { type Choices, declare, patternTerm, type Term } from './declared.js';
import { fault } from './rules.js';
import { usStates } from './us-states.js';

export { IsAmountText, IsFewCents, IsMoney, IsNotZero } from './amounts.js';
export {
  dayIn,
  IsDay,
  IsDayOrTime,
  isCalendarDay,
  IsDuration,
  IsInstant,
  isInstant,
  IsMoment,
  momentIn,
} from './dates.js';
export { IsEmailAddress, isEmailAddress, IsListOfTexts, IsMetadata, IsReadable, IsText, IsToken } from './texts.js';
export {
  answerParameters,
  IsListOfOrigins,
  IsListOfRedirectUrls,
  isRedirectUrl,
  IsWebsite,
  IsWebUrl,
  loopbackHosts,
} from './web-addresses.js';

/*
 * Rules for fields of the API that class-validator does not have. Each accepts any value, and limits the length of text
 * before it looks at it.
 */

const state: Term = {
  name: 'usState',
  content: 'address',
  test: (value) => typeof value === 'string' && Object.hasOwn(usStates, value),
  schema: {
    type: 'string',
    enum: Object.keys(usStates),
    description: 'Two capital letters of a state or territory of the US.',
  },
  options: usStates,
};

/** Two capital letters that stand for a state or territory to which the postal service delivers. */
export const IsUsState = (): PropertyDecorator => declare(state, fault('Invalid'));

/**
 * One of these ids, which forms show by their labels. Ids have small letters, but clients may send capital ones (RFC
 * 9562, 4).
 * @param list the list in the API that has the ids
 */
export function IsOneOf(choices: Choices, description: string, list?: FieldChoices): PropertyDecorator {
  const ids = Object.entries(choices).flatMap(([key, label]) =>
    typeof label === 'string' ? [key] : Object.keys(label),
  );
  const known = new Set(ids);
  const test = (value: unknown): boolean => typeof value === 'string' && known.has(value.toLowerCase());
  return declare(
    {
      name: 'oneOf',
      test,
      schema: { type: 'string', enum: ids, description },
      options: choices,
      ...(list && { choices: list }),
    },
    fault('Invalid'),
  );
}

/** A phone number: ten digits (reference facts, section 2.2). */
export const IsPhone = (): PropertyDecorator =>
  declare(
    patternTerm('phone', /^\d{10}$/, {
      description: 'Ten digits.',
      example: '5555550100',
      input: 'tel',
      content: 'phone',
    }),
  );

const nineDigits = patternTerm('nineDigits', /^\d{9}$/, {
  description: 'Nine digits.',
  example: '222222226',
  content: 'routing-number',
});

/** Checks district and check digit. It accepts any text without nine digits, because `nineDigits` refuses that. */
const bankNumber: Term = {
  name: 'bankNumber',
  test: (value) => !nineDigits.test(value) || isRoutingNumber(value),
  schema: { format: 'aba-routing-number', description: 'The number of a US bank, such as 222222226.' },
};

/**
 * A routing number: nine digits, with an existing district and the right check digit (reference facts, section 6.1).
 */
export const IsRoutingNumber = (): PropertyDecorator =>
  applyDecorators(
    declare(nineDigits, fault('InvalidFormat', 'Routing number invalid.')),
    declare(bankNumber, fault('Invalid', 'Routing number invalid.')),
  );

/** The number of a bank account: 3 to 17 digits (reference facts, section 6.1). */
export const IsAccountNumber = (): PropertyDecorator =>
  declare(
    patternTerm('accountNumber', accountNumberPattern, {
      description: '3 to 17 digits.',
      example: '123456789',
      content: 'account-number',
      input: 'sensitive',
    }),
  );

const IP_LENGTH_MAX = 45;

const ipAddress: Term = {
  name: 'ipAddress',
  content: 'ip-address',
  test: (value) => typeof value === 'string' && value.length <= IP_LENGTH_MAX && isIP(value),
  schema: {
    type: 'string',
    format: 'ip',
    maxLength: IP_LENGTH_MAX,
    description: 'An IPv4 or IPv6 address.',
    examples: ['192.0.2.1', '2001:db8::1'],
  },
};

export const IsIpAddress = (): PropertyDecorator => declare(ipAddress);

/** The last four digits of a social security number, or all nine digits. */
export const IsSsn = (): PropertyDecorator =>
  declare(
    patternTerm('ssn', /^(?:\d{4}|\d{9}|\d{3}-\d{2}-\d{4})$/, {
      description: 'The last four digits, or all nine, with or without hyphens.',
      example: '1234',
      content: 'ssn',
      input: 'sensitive',
    }),
  );

/** All nine digits of a social security number, which the second identity check requires. */
export const IsFullSsn = (): PropertyDecorator =>
  declare(
    patternTerm('fullSsn', /^(?:\d{9}|\d{3}-\d{2}-\d{4})$/, {
      description: 'All nine digits, with or without hyphens.',
      example: '123-45-6789',
      content: 'ssn',
      input: 'sensitive',
    }),
  );

/** An employer's number at the tax office: nine digits, with or without a hyphen after the second. */
export const IsEin = (): PropertyDecorator =>
  declare(
    patternTerm('ein', /^\d{2}-?\d{7}$/, {
      description: 'Nine digits, with or without a hyphen after the second.',
      example: '00-0000000',
      content: 'ein',
    }),
  );

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isISO31661Alpha2);

const countryTerm = (codes: readonly string[], description: string): Term => ({
  name: 'country',
  content: 'address',
  test: (value) => typeof value === 'string' && codes.includes(value),
  schema: { type: 'string', enum: codes, description },
  options: Object.fromEntries(codes.map((code) => [code, countryNames.of(code) ?? code])),
});

const country = countryTerm(countries, 'Two capital letters of a country (ISO 3166-1).');
const foreignCountry = countryTerm(
  countries.filter((code) => code !== 'US'),
  'Two capital letters of a country (ISO 3166-1).',
);

/** A country, as two capital letters (ISO 3166-1). */
export const IsCountry = (): PropertyDecorator => declare(country, fault('Invalid'));

/** A country other than the United States. */
export const IsForeignCountry = (): PropertyDecorator => declare(foreignCountry, fault('Invalid'));

/**
 * The longest text that is searched. It is longer than any address. The pattern has no anchor, so it would take long on
 * more.
 */
const ADDRESS_LENGTH_MAX = 510;
const POST_OFFICE_BOX =
  /\b(?:[pP][\s.]*[oO][\s.]*(?:[bB][oO][xX]|[bB])|[pP][oO][sS][tT]\s+[oO][fF][fF][iI][cC][eE]\s+[bB][oO][xX])(?:\b|\d)/;

const noPostOfficeBox: Term = {
  name: 'noPostOfficeBox',
  test: (value) => typeof value !== 'string' || value.length > ADDRESS_LENGTH_MAX || !POST_OFFICE_BOX.test(value),
  schema: {
    not: { type: 'string', maxLength: ADDRESS_LENGTH_MAX, pattern: POST_OFFICE_BOX.source },
    description: 'No post office box.',
  },
};

/** An address that is no post office box: it must be possible to find somebody there. */
export const IsNoPostOfficeBox = (): PropertyDecorator => declare(noPostOfficeBox, fault('Invalid'));

/** A ZIP code: five digits, or ZIP+4. */
export const IsPostalCode = (): PropertyDecorator =>
  declare(
    patternTerm('postalCode', /^\d{5}(?:-\d{4})?$/, {
      description: 'Five digits, or nine as in 50309-1234.',
      example: '50309',
      content: 'address',
    }),
  );

export const CORRELATION_ID = /^[A-Za-z0-9._-]{1,255}$/;

/** A correlation id: at most 255 letters, digits, dots, underscores and hyphens (reference facts, 7.1). */
export const IsCorrelationId = (): PropertyDecorator =>
  declare(
    patternTerm('correlationId', CORRELATION_ID, {
      description: '1 to 255 letters, digits, dots, underscores and hyphens.',
      example: 'order-1',
      content: 'kept',
    }),
  );

const yes: Term = {
  name: 'yes',
  content: 'kept',
  test: (value) => booleanOf(value) === true,
  schema: {
    description: 'True.',
    anyOf: [{ const: true }, { type: 'string', pattern: '^(?:[Tt][Rr][Uu][Ee]|1)$' }],
    examples: [true],
  },
};

/** Something that must be true, in any spelling of `booleanOf`. */
export const IsYes = (): PropertyDecorator => declare(yes, fault('Invalid'));

const yesOrNo: Term = {
  name: 'yesOrNo',
  content: 'kept',
  test: (value) => booleanOf(value) !== undefined,
  schema: {
    description: 'True or false.',
    anyOf: [{ type: 'boolean' }, { type: 'string', pattern: '^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])$' }],
    examples: [true],
  },
};

/** A boolean, in any spelling of `booleanOf`. */
export const IsYesOrNo = (): PropertyDecorator => declare(yesOrNo);

/** A whole number between the bounds, which are included. */
export const IsWhole = (minimum: number, maximum: number): PropertyDecorator =>
  declare({
    name: 'whole',
    test: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    schema: { type: 'integer', minimum, maximum },
  });

const id: Term = { name: 'id', test: isId, schema: { type: 'string', format: 'uuid', description: 'A UUID.' } };

export const IsResourceId = (options?: ValidationOptions): PropertyDecorator => declare(id, options);

/** A list of scopes in any case, with no more items than there are scopes (reference facts, section 14.3). */
export function IsListOfScopes(words: readonly string[]): PropertyDecorator {
  const item = (value: unknown): boolean => typeof value === 'string' && words.includes(value.toLowerCase());
  return declare(
    {
      name: 'listOfScopes',
      test: (value) => Array.isArray(value) && value.length > 0 && value.length <= words.length && value.every(item),
      item,
      schema: { type: 'array', items: { enum: words }, minItems: 1, maxItems: words.length },
    },
    fault('Invalid'),
  );
}

/** A list of these words, with no more items than there are words. */
export function IsListOf(
  words: readonly string[],
  options?: ValidationOptions,
  description?: string,
): PropertyDecorator {
  const item = (value: unknown): boolean => typeof value === 'string' && words.includes(value);
  return declare(
    {
      name: 'listOf',
      test: (value) => Array.isArray(value) && value.length <= words.length && value.every(item),
      item,
      schema: {
        type: 'array',
        items: { enum: words },
        maxItems: words.length,
        ...(description !== undefined && { description }),
      },
    },
    options,
  );
}
