import { describe, expect, it } from '@jest/globals';
import { requireFreshLogIn } from './fresh-log-in.js';

const now = new Date('2026-03-04T18:00:00.000Z');
const loggedIn = (secondsAgo: number): Date => new Date(now.getTime() - secondsAgo * 1_000);
const admit = (method: string, path: string, secondsAgo: number) => (): void =>
  requireFreshLogIn({ method, path }, loggedIn(secondsAgo), now);
const REFUSED = expect.objectContaining({ code: 'FreshLogInRequired' });

describe('a log-in of more than five minutes ago', () => {
  it.each([
    ['POST', '/people/:id'],
    ['POST', '/invitations'],
    ['DELETE', '/invitations/:id'],
    ['POST', '/applications'],
    ['POST', '/applications/:id/secrets'],
    ['POST', '/operations/customers/:id/erasures'],
    ['POST', '/operations/people/:id'],
    ['DELETE', '/operations/people/:id'],
  ])('is not enough for %s %s, and one of five minutes is', (method, path) => {
    expect(admit(method, path, 301)).toThrow(REFUSED);
    expect(admit(method, path, 300)).not.toThrow();
  });

  it.each([
    ['GET', '/people'],
    ['HEAD', '/applications/:id'],
    ['POST', '/transfers'],
    ['POST', '/customers/:id'],
    ['POST', '/operations/people/:id/suspensions'],
  ])('is enough for %s %s', (method, path) => {
    expect(admit(method, path, 40_000)).not.toThrow();
  });
});
