import { describe, expect, it } from '@jest/globals';
import { isAcceptedBy, isRedirectUrlOf, loopbackOriginOf } from './redirect-urls.js';

const registered = [
  'https://shop.example/Callback',
  'https://shop.example/with?tenant=7',
  'http://localhost:3000/callback',
  'http://127.0.0.1/callback',
];
const application = { redirectUrls: registered, strictRedirects: false, isPublic: false };

describe('a redirect URL', () => {
  it.each([
    ['as it is registered', 'https://shop.example/Callback'],
    ['with the default port', 'https://shop.example:443/Callback'],
    ['with a host in upper case', 'https://SHOP.example/Callback'],
    ['with parameters of its own', 'https://shop.example/Callback?next=%2Fcart'],
    ['with the registered parameters and more', 'https://shop.example/with?x=1&tenant=7'],
    ['on loopback with another port', 'http://localhost:4711/callback'],
    ['on loopback by address', 'http://127.0.0.1:9/callback'],
  ])('is accepted %s', (_, url) => {
    expect(isRedirectUrlOf(application, url, true)).toBe(true);
  });

  it.each([
    ['of another host', 'https://evil.example/Callback'],
    ['of a longer host', 'https://shop.example.evil.example/Callback'],
    ['of another protocol', 'http://shop.example/Callback'],
    ['with another port', 'https://shop.example:444/Callback'],
    ['with a path in another case', 'https://shop.example/callback'],
    ['with a longer path', 'https://shop.example/Callback/more'],
    ['without a registered parameter', 'https://shop.example/with'],
    ['with another value of it', 'https://shop.example/with?tenant=8'],
    ['with another value before it', 'https://shop.example/with?tenant=8&tenant=7'],
    ['with a registered parameter twice', 'https://shop.example/with?tenant=7&tenant=7'],
    ['with a fragment', 'https://shop.example/Callback#x'],
    ['with an empty fragment', 'https://shop.example/Callback#'],
    ['with user info', 'https://shop.example@shop.example/Callback'],
    ['with a backslash', 'https://shop.example\\/Callback'],
    ['with a blank', 'https://shop.example/Callback?a= b'],
    ['with a line break', 'https://shop.example/Call\nback'],
    ['with segments that leave the path', 'https://shop.example/x/../Callback'],
    ['with such segments, escaped', 'https://shop.example/x/%2E%2e/Callback'],
    ...['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'access_token', 'response'].map(
      (name) => [`with the parameter ${name}`, `https://shop.example/Callback?${name}=1`] as const,
    ),
    ['with a name that merely resolves to loopback', 'http://localhost.evil.example:3000/callback'],
    ['that is no URL', 'shop.example/Callback'],
    ['that is empty', ''],
    ['of absurd length', `https://shop.example/Callback?x=${'x'.repeat(2_000)}`],
  ])('is refused %s', (_, url) => {
    expect(isRedirectUrlOf(application, url, true)).toBe(false);
  });

  it('on loopback has the registered port in production', () => {
    expect(isRedirectUrlOf(application, 'http://localhost:3000/callback', false)).toBe(true);
    expect(isRedirectUrlOf(application, 'http://localhost:3001/callback', false)).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:4711/callback', true],
    ['http://127.0.0.1:4711/other', false],
    ['http://localhost:4711/callback', false],
    ['http://127.0.0.2:4711/callback', false],
    ['https://shop.example:444/Callback', false],
  ])('of a public application may have any port of a loopback address in production: %s', (url, isAccepted) => {
    expect(isRedirectUrlOf({ ...application, isPublic: true }, url, false)).toBe(isAccepted);
    expect(isRedirectUrlOf(application, url, false)).toBe(false);
  });

  it.each([
    ['https://shop.example/Callback', true],
    ['https://shop.example:443/Callback', false],
    ['https://shop.example/Callback?x=1', false],
    ['http://localhost:3001/callback', false],
  ])('of a strict application is the same text: %s', (url, isAccepted) => {
    expect(isRedirectUrlOf({ ...application, strictRedirects: true }, url, true)).toBe(isAccepted);
  });
});

it.each([
  ['https://shop.example/Callback', 'https://shop.example/Callback?x=1', true],
  ['http://localhost:3000/callback', 'http://localhost:4711/callback', true],
  ['https://shop.example/with?tenant=7', 'https://shop.example/Callback?x=1', false],
  ['https://evil.example/', 'https://evil.example/', false],
])('%s is what %s was accepted by: %s', (url, accepted, isIt) => {
  expect(isAcceptedBy(application, url, accepted, true)).toBe(isIt);
  expect(isAcceptedBy({ ...application, strictRedirects: true }, url, accepted, true)).toBe(false);
});

it('a loopback address is told from names that look like one', () => {
  expect(loopbackOriginOf('http://localhost:3000/callback')).toBe('http://localhost:3000');
  expect(loopbackOriginOf('http://[::1]:3000/callback')).toBe('http://[::1]:3000');
  expect(loopbackOriginOf('http://localhost.example/callback')).toBeUndefined();
});
