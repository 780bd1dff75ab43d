import { describe, expect, it } from '@jest/globals';
import { linkedResource } from './links.js';

describe('an href', () => {
  const id = '0190a000-0000-7000-8000-00000000000a';
  it.each([
    `/funding-sources/${id}`,
    `/funding-sources/${id}/`,
    `https://localhost:8443/funding-sources/${id}`,
    `http://api.example/base/funding-sources/${id.toUpperCase()}`,
  ])('names a funding source: %s', (href) => expect(linkedResource(href)).toEqual({ kind: 'funding-source', id }));

  it.each([
    `funding-sources/${id}`,
    `/events/${id}`,
    `/x/funding-sources/${id}`,
    `/funding-sources/${id}/balance`,
    `/funding-sources/${id}#a`,
    `ftp://a/funding-sources/${id}`,
    `https://a b/funding-sources/${id}`,
    `https://${'a'.repeat(3_000)}/funding-sources/${id}`,
    'mailto:jane@example.com',
    undefined,
    { href: `/funding-sources/${id}` },
  ])('names nothing: %s', (href) => expect(linkedResource(href)).toBeUndefined());
});
