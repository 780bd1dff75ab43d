import { DomainError, type ErrorCode, errorCodes, faultCodes } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { errorAnswer, statusOf } from './error-answer.js';

/** Codes that no answer uses, and why. */
const without: Readonly<Record<string, string>> = {
  InvalidIpAddress: 'there is no list of addresses that may call',
};

/** Every row of reference facts, section 12. */
const rows: readonly (readonly [status: number, code: string])[] = [
  [400, 'BadRequest'],
  [400, 'ValidationError'],
  [400, 'DuplicateResource'],
  [400, 'MaxNumberOfResources'],
  [400, 'UpdateCredentials'],
  [400, 'UnsupportedBank'],
  [401, 'InvalidCredentials'],
  [401, 'InvalidAccessToken'],
  [401, 'ExpiredAccessToken'],
  [401, 'InvalidAccountStatus'],
  // From the error tables of the single routes, and decisions; the general table says 401.
  [403, 'InvalidScopes'],
  [403, 'Forbidden'],
  [403, 'InvalidResourceState'],
  [403, 'InvalidIpAddress'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'InvalidVersion'],
  [409, 'Conflict'],
  [413, 'FileTooLarge'],
  [415, 'UnsupportedMediaType'],
  [429, 'TooManyRequests'],
  [500, 'ServerError'],
  [500, 'RequestTimeout'],
  [202, 'TryAgainLater'],
];
/** Codes added by decisions, by the flags of logins (specification), and by the script's section 16. */
const additions: Readonly<Record<string, number>> = {
  Gone: 410,
  IdempotencyKeyReused: 422,
  NotAcceptable: 406,
  PayloadTooLarge: 413,
  ServiceUnavailable: 503,
  InvalidLogin: 400,
  AccountNotFound: 400,
  UnsupportedSite: 400,
  AlreadyLoggedIn: 400,
  VisitSite: 400,
  UnavailableSite: 400,
  OriginNotAllowed: 403,
  RateLimitReached: 429,
  InvalidApplicationStatus: 401,
  NoSession: 401,
  FreshLogInRequired: 401,
  CrossSiteRequest: 403,
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

describe('the codes of errors', () => {
  it.each(rows)('%d %s', (status, code) => {
    expect(isCode(code)).toBe(!(code in without));
    if (isCode(code)) expect(errorAnswer(new DomainError(code))).toMatchObject({ status, body: { code } });
  });

  it('are those of section 12, and what is added', () => {
    expect(rows).toHaveLength(24);
    const known = rows.map(([, code]) => code).filter((code) => !(code in without));
    expect(Object.keys(errorCodes).sort()).toEqual([...known, ...Object.keys(additions)].sort());
    for (const [code, status] of Object.entries(additions)) {
      expect([code, isCode(code) && statusOf[errorCodes[code].kind]]).toEqual([code, status]);
    }
  });

  it('are embedded as section 12 has them, with that of members that nobody knows, and what keeps a person from being erased', () =>
    expect(faultCodes).toEqual([
      ...['Required', 'Invalid', 'InvalidFormat', 'Duplicate', 'ReadOnly', 'NotAllowed', 'Restricted'],
      ...['InsufficientFunds', 'RequiresFundingSource', 'FileTooLarge', 'Unknown'],
      ...['MoneyPending', 'BalanceNotZero', 'LegalHold', 'RetentionPeriod'],
    ]));
});
