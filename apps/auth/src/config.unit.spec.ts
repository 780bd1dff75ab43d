import { ConfigError } from '@halyard/config';
import { describe, expect, it } from '@jest/globals';
import { authConfig } from './config.js';

const mail = {
  MAIL: 'smtp',
  SMTP_URL: 'smtps://user:hidden@mail.example:465',
  MAIL_FROM: 'Pay <no-reply@pay.example>',
};
const production = { ENVIRONMENT: 'production', PUBLIC_BASE_URL: 'https://pay.example/', ...mail };

describe('the settings of auth', () => {
  it('follow from each other, without a slash at the end', () => {
    const addressesOf = (env: Record<string, string>) => {
      const { url, issuer } = authConfig(env).addresses;
      return [url, issuer];
    };
    expect(addressesOf({})).toEqual(['https://localhost:8443', 'https://localhost:8443']);
    expect(addressesOf(production)).toEqual(['https://pay.example', 'https://pay.example']);
    const own = { ...production, AUTH_URL: 'https://login.example' };
    expect(addressesOf(own)).toEqual(['https://login.example', 'https://login.example']);
    expect(addressesOf({ ...own, AUTH_ISSUER: 'https://id.example/' })).toEqual([
      'https://login.example',
      'https://id.example',
    ]);
  });

  it.each([
    ['PUBLIC_BASE_URL', /AUTH_URL or PUBLIC_BASE_URL/],
    ['MAIL', /MAIL must be smtp/],
    ['SMTP_URL', /SMTP_URL is missing/],
    ['MAIL_FROM', /MAIL_FROM is missing/],
  ])('start no production without %s, and say no secret', (name, why) => {
    const start = () => authConfig({ ...production, [name]: '' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(why);
    expect(start).not.toThrow(/hidden/);
  });
});
