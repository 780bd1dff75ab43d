import { describe, expect, it } from '@jest/globals';
import { type Application, plainApplication } from '../application/application.entity.js';
import { type AskedApplication, changed } from './changed-application.js';

const application = (given: Partial<Application> = {}): Application => ({
  ...plainApplication,
  ...{ id: 'a', accountId: 'b', key: 'a', number: 1, name: 'Sync', secretHash: null, createdAt: new Date(0) },
  ...{ kind: 'integration', scopes: ['transactions', 'funding'], permissions: 'write' },
  redirectUrls: ['https://a.example/'],
  ...given,
});

describe('a change of an application', () => {
  it.each<[string, AskedApplication, Partial<Application>]>([
    ['a name', { name: 'Sync 2' }, { name: 'Sync', pending: { name: 'Sync 2' } }],
    [
      'redirect URLs',
      { redirectUrls: ['https://b.example/'] },
      { redirectUrls: ['https://a.example/'], pending: { redirectUrls: ['https://b.example/'] } },
    ],
    [
      'more scopes',
      { scopes: ['transactions', 'funding', 'send'] },
      { scopes: ['transactions', 'funding'], pending: { scopes: ['transactions', 'funding', 'send'] } },
    ],
    [
      'other scopes, which ends those that it gives up',
      { scopes: ['transactions', 'send'] },
      { scopes: ['transactions'], pending: { scopes: ['transactions', 'send'] } },
    ],
    [
      'more permissions',
      { permissions: 'read-write-transact' },
      { permissions: 'write', pending: { permissions: 'read-write-transact' } },
    ],
  ])('of an approved integration waits for approval: %s', (_, asked, after) => {
    expect(changed(application(), asked)).toMatchObject(after);
  });

  it.each<[string, AskedApplication]>([
    ['fewer scopes', { scopes: ['funding'] }],
    ['fewer permissions', { permissions: 'read' }],
    ['other origins', { origins: ['https://a.example'] }],
    ['other pages for logged-out people', { postLogoutRedirectUrls: ['https://a.example/bye'] }],
    ['PKCE', { requirePkce: true }],
  ])('of an approved integration is in effect at once: %s', (_, asked) => {
    expect(changed(application(), asked)).toMatchObject({ ...asked, pending: null });
  });

  it('adds to what is pending, and takes back what is asked to be as it is', () => {
    const first = changed(application(), { name: 'Sync 2', permissions: 'read-write-transact' });
    const second = changed(first, { name: 'Sync', redirectUrls: ['https://b.example/'] });
    expect(second.pending).toEqual({ permissions: 'read-write-transact', redirectUrls: ['https://b.example/'] });
    const same = { permissions: 'write', redirectUrls: ['https://a.example/'] } as const;
    expect(changed(second, { ...same, redirectUrls: [...same.redirectUrls] }).pending).toBeNull();
  });

  it.each<[string, Partial<Application>]>([
    ['a server', { kind: 'server' }],
    ['an integration that waits', { status: 'waiting' }],
  ])('of %s is in effect at once', (_, given) => {
    const asked: AskedApplication = { name: 'Sync 2', scopes: ['send'], permissions: 'read-write-transact' };
    expect(changed(application(given), asked)).toMatchObject({ ...asked, pending: null });
  });

  it('of a rejected integration submits it again', () => {
    const rejected = application({ status: 'rejected', reason: 'No website.' });
    expect(changed(rejected, { name: 'Sync 2' })).toMatchObject({ name: 'Sync 2', status: 'waiting', reason: null });
  });

  it('requires PKCE where redirect URLs are compared as text, whatever is asked', () => {
    const strict = changed(application(), { strictRedirects: true });
    expect(strict.requirePkce).toBe(true);
    expect(changed(strict, { requirePkce: false }).requirePkce).toBe(true);
  });
});
