import { describe, expect, it } from '@jest/globals';
import { returnPathOf } from './return-path.js';

describe('the page after a log-in', () => {
  it.each(['/console/', '/console/transfers?status=pending&search=a%2Fb', '/console/customers/new'])(
    'is %s, where that was asked for',
    (path) => {
      expect(returnPathOf(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    '',
    'transfers',
    'https://evil.example/console/',
    '//evil.example',
    '/\\evil.example',
    '/console/..//evil.example',
    '/console/%2e%2e/login',
    '/console/%2fevil.example',
    '/console/%5cevil.example',
    '/console/%09',
    '/console/\t',
    'javascript:alert(1)',
    '/console/logout',
    '/console/api/customers',
    '/consoles/',
    `/console/${'a'.repeat(2_000)}`,
  ])('is the first one for %j', (asked) => {
    expect(returnPathOf(asked)).toBe('/console/');
  });
});
