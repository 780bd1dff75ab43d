import { describe, expect, it } from '@jest/globals';
import { isForCaller, isOpenTo, limitedAs, type Permissions, publicRoutes, type Route } from './index.js';

const application = { scopes: ['funding', 'operator'], may: 'read-write-transact' } as const;
const person = { ...application, userId: 'ada' };
const ofOurs = { ...person, isFirstParty: true } as const;

/** First segments of the paths of what belongs to applications. */
const owned = ['webhook-subscriptions', 'webhooks', 'replays', 'events', 'requests', 'idempotency-keys', 'operations'];
const rows = Object.entries<Route>(publicRoutes).map(([name, route]) => ({ name, ...route }));
const segmentOf = ({ path }: Route): string => path.split('/', 2)[1] ?? '';

describe('a route', () => {
  it.each(rows.filter((route) => owned.includes(segmentOf(route))))(
    'about what belongs to applications is for people of applications of ours alone: $name',
    (route) => {
      expect([application, person, ofOurs].map((caller) => isForCaller(route, caller))).toEqual([true, false, true]);
    },
  );

  it.each(rows.filter((route) => segmentOf(route) === 'application-settings'))(
    'about the calling application is for nobody who is a person: $name',
    (route) => {
      expect([application, person, ofOurs].map((caller) => isForCaller(route, caller))).toEqual([true, false, false]);
    },
  );

  it.each(
    rows.filter(
      (route) => route.access !== 'operator' && ![...owned, 'application-settings'].includes(segmentOf(route)),
    ),
  )('about anything else is for every person: $name', (route) => {
    expect([person, ofOurs].every((caller) => isForCaller(route, caller))).toBe(true);
  });

  it('is open to whom it is for, with its scope and permissions', () => {
    const may = (permissions: Permissions) => isOpenTo(publicRoutes.createReplay, { ...ofOurs, may: permissions });
    expect([may('read'), may('write')]).toEqual([false, true]);
    expect(isOpenTo(publicRoutes.createReplay, person)).toBe(false);
    expect(isOpenTo(publicRoutes.listCustomers, ofOurs)).toBe(false);
  });
});

it('limits take an application for one caller, and people of applications of ours for one in each account', () => {
  const principal = { kind: 'application', applicationId: 'app', accountId: 'acme', ...application } as const;
  expect(limitedAs(principal)).toBe('app');
  expect(limitedAs({ ...principal, userId: 'ada' })).toBe('app');
  const ours = { ...principal, userId: 'ada', isFirstParty: true } as const;
  const others = [ours, { ...ours, userId: 'bob' }, { ...ours, accountId: 'other' }, principal];
  expect(new Set(others.map(limitedAs)).size).toBe(4);
  expect(limitedAs({ ...ours, applicationId: 'the command line' })).toBe(limitedAs(ours));
});
