import { describe, expect, it } from '@jest/globals';
import { isRedirectUrl } from './web-addresses.js';

describe('a redirect URL', () => {
  it.each([
    'https://shop.example/callback',
    'https://shop.example',
    'https://shop.example?tenant=1',
    'https://shop.example/@shop/callback?next=%2F',
    'HTTPS://Shop.example/Callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/',
    'https://192.0.2.1/callback',
    'https://shop.example/a.../b',
  ])('may be %s', (url) => expect(isRedirectUrl(url)).toBe(true));

  it.each([
    ['no TLS', 'http://shop.example/callback'],
    ['another loopback address', 'http://127.0.0.2/'],
    ['a host that begins like a loopback one', 'http://localhost.example/'],
    ['a relative URL', '/callback'],
    ['another scheme', 'com.example.app:/callback'],
    ['script', 'javascript:alert(1)'],
    ['a fragment', 'https://shop.example/#callback'],
    ['an empty fragment', 'https://shop.example/#'],
    ['a user', 'https://shop.example@evil.example/'],
    ['a wildcard of hosts', 'https://*.example/'],
    ['a wildcard of paths', 'https://shop.example/*'],
    ['a backslash', 'https://shop.example\\@evil.example/'],
    ['a blank', 'https://shop.example/call back'],
    ['a blank before it', ' https://shop.example/'],
    ['a line break', 'https://shop.example/\ncallback'],
    ['a control character', 'https://shop.example/\u0007'],
    ['more slashes', 'https:///shop.example/'],
    ['no host', 'https://'],
    ['a way upwards', 'https://shop.example/callback/../admin'],
    ['an encoded way upwards', 'https://shop.example/callback/%2e%2E/admin'],
    ['a way upwards at the end', 'https://shop.example/callback/..'],
    ['too many characters', `https://shop.example/${'a'.repeat(2_048)}`],
    ['no text', 1],
    ...['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'access_token', 'response'].map(
      (name) => [`the parameter ${name}`, `https://shop.example/?a=1&${name}=x`] as const,
    ),
    ['an encoded parameter', 'https://shop.example/?%63ode=x'],
  ])('may not have %s', (_, url) => expect(isRedirectUrl(url)).toBe(false));
});
