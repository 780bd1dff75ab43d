import { describe, expect, it } from '@jest/globals';
import { newSeed, seedUri } from './one-time-codes.js';

describe('what an authenticator is set up with', () => {
  it.each([
    ['localhost', 'ada@example.com', 'localhost:ada%40example.com', 'localhost'],
    ['[::1]', '"a:b"@example.com', '%5B..1%5D:%22a.b%22%40example.com', '%5B..1%5D'],
  ])('has one colon in its label, between issuer and account: %s, %s', (issuer, account, label, shown) => {
    const uri = seedUri(newSeed(), issuer, account);
    expect(uri.slice(0, uri.indexOf('?'))).toBe(`otpauth://totp/${label}`);
    expect(new URLSearchParams(uri.slice(uri.indexOf('?'))).get('issuer')).toBe(decodeURIComponent(shown));
  });
});
