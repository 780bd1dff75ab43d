import type {} from '@halyard/contracts/beneficial-owners';
import { describe, expect, it } from '@jest/globals';
import {
  afterCertification,
  afterChange,
  keptOwnership,
  maySendUntil,
  NO_OWNERSHIP,
  type Ownership,
  ownershipAt,
  UNCERTIFIED,
} from './ownership.js';

const at = new Date('2026-03-02T15:00:00.000Z');
const monthLater = new Date('2026-04-01T15:00:00.000Z');
const justBefore = new Date(monthLater.getTime() - 1);
const certified: Ownership = { ...UNCERTIFIED, ownership: 'certified' };
const recertify: Ownership = { ownership: 'recertify', graceEnd: monthLater, unverifiedOwners: 0 };
const oneUnverified = { unverifiedOwners: 1 };

describe('who may send (reference facts, section 4)', () => {
  it.each<[string, Ownership, Date | undefined]>([
    ['whoever needs no certification', NO_OWNERSHIP, undefined],
    ['a certified company', certified, undefined],
    ['a company that has not certified', UNCERTIFIED, new Date(0)],
    ['a company that has to certify again', recertify, monthLater],
    ['a certified company with an owner who is not verified', { ...certified, ...oneUnverified }, new Date(0)],
    ['one that has to certify again, with such an owner', { ...recertify, ...oneUnverified }, new Date(0)],
    ['a sole proprietor that was a company with such an owner', { ...NO_OWNERSHIP, ...oneUnverified }, undefined],
  ])('%s', (_, ownership, until) => expect(maySendUntil(ownership)).toEqual(until));
});

describe('the certification', () => {
  it('is asked for again after a change, with 30 days of grace', () =>
    expect(afterChange(certified, 0, at)).toEqual(recertify));

  it('has no longer grace for another change within it', () =>
    expect(afterChange(recertify, 0, justBefore)).toEqual(recertify));

  it.each([UNCERTIFIED, recertify, certified])('stands since it is given: %j', (before) =>
    expect(afterCertification({ ...before, unverifiedOwners: 2 })).toEqual({ ...certified, unverifiedOwners: 2 }),
  );

  it('is not asked for before there was one', () =>
    expect(afterChange(UNCERTIFIED, 3, at)).toEqual({ ...UNCERTIFIED, unverifiedOwners: 3 }));

  it.each<[Ownership, 'llc' | 'soleProprietorship', Ownership]>([
    [NO_OWNERSHIP, 'llc', UNCERTIFIED],
    [{ ...recertify, ...oneUnverified }, 'llc', { ...recertify, ...oneUnverified }],
    [{ ...certified, ...oneUnverified }, 'soleProprietorship', { ...NO_OWNERSHIP, ...oneUnverified }],
  ])('of %j that says to be a %s stays', (before, businessType, kept) =>
    expect(keptOwnership(before, { businessType })).toEqual(kept),
  );

  it.each<[Ownership, Date, Ownership['ownership']]>([
    [NO_OWNERSHIP, at, null],
    [UNCERTIFIED, at, 'uncertified'],
    [certified, monthLater, 'certified'],
    [recertify, justBefore, 'recertify'],
    [recertify, monthLater, 'uncertified'],
  ])('of %j at %s is %s', (ownership, time, status) => expect(ownershipAt(ownership, time)).toBe(status));
});
