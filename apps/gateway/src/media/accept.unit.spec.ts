import { describe, expect, it } from '@jest/globals';
import { AcceptNegotiation, preferredBytes } from './accept.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const accept = new AcceptNegotiation('service');
const chosen = (header?: string): string | undefined => accept.choose(header)?.resource.replace('; charset=UTF-8', '');

describe('AcceptNegotiation', () => {
  it.each([
    [undefined, VENDOR],
    ['', VENDOR],
    ['*/*', VENDOR],
    ['application/*', VENDOR],
    [VENDOR, VENDOR],
    ['application/vnd.acme.v1.hal+json', 'application/vnd.acme.v1.hal+json'],
    ['application/vnd.ACME.v1.hal+json', 'application/vnd.ACME.v1.hal+json'],
    ['application/hal+json', 'application/hal+json'],
    ['application/json', 'application/json'],
    ['APPLICATION/JSON', 'APPLICATION/JSON'],
    [`${VENDOR}; charset=utf-8`, VENDOR],
    [`${VENDOR}; profile="https://example.com/a,b;c"`, VENDOR],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', VENDOR],
    ['application/json, text/plain, */*', 'application/json'],
    ['*/*, application/json', 'application/json'],
    ['application/json;q=0.5, application/hal+json', 'application/hal+json'],
    ['application/json;q=0.5, application/hal+json;q=0.4', 'application/json'],
    ['application/json;q=0.5, */*', VENDOR],
    [`${VENDOR};q=0, */*`, 'application/hal+json'],
    [`application/prs.hal-forms+json;q=0.1, ${VENDOR}`, VENDOR],
    ['application/prs.hal-forms+json', 'application/prs.hal-forms+json'],
    [`${VENDOR}; profile="https://example.com/hal-forms"`, `${VENDOR}; profile="https://example.com/hal-forms"`],
    [`${VENDOR}; profile="https://example.com/hal-forms\r\n"`, VENDOR],
    [`${VENDOR}; profile="https://example.com/${'a'.repeat(300)}/hal-forms"`, VENDOR],
    ['text/html', undefined],
    ['*/*;q=0', undefined],
    ['application/json;q=0', undefined],
    ['application/vnd.service.v2.hal+json', undefined],
    ['application/vnd.service.hal+json', undefined],
    ['application/vnd.ser-vice.v1.hal+json', undefined],
    ['application/vnd..v1.hal+json', undefined],
    [`application/vnd.${'w'.repeat(65)}.v1.hal+json`, undefined],
    ['application/vnd.service.v1.hal+json.evil', undefined],
    [';', undefined],
    ['"', undefined],
    ['"'.repeat(14_001), undefined],
    [`${VENDOR}; a="\\",text/html"`, VENDOR],
    [',,,', undefined],
  ])('answers Accept: %s with %s', (header, expected) => {
    expect(chosen(header)).toBe(expected);
  });

  it('gives errors the same type, with the profile that says so', () => {
    expect(accept.choose('application/hal+json')?.error).toBe(
      'application/hal+json; profile="http://nocarrier.co.uk/profiles/vnd.error/"; charset=UTF-8',
    );
  });

  it('knows which forms are asked for, and says in links how to', () => {
    const own = `${VENDOR}; profile="https://github.com/service/hal-forms"`;
    const theirs = `application/vnd.acme.v1.hal+json; profile="https://github.com/acme/hal-forms"`;
    expect(accept.choose(VENDOR)).toMatchObject({ formLink: own });
    expect(accept.choose(VENDOR)).not.toHaveProperty('forms');
    expect(accept.choose(theirs)).toMatchObject({ forms: 'profile', formLink: theirs });
    expect(accept.choose(`application/hal+json; profile="https://github.com/acme/hal-forms"`)).toMatchObject({
      forms: 'profile',
      link: VENDOR,
    });
    expect(accept.choose('application/prs.hal-forms+json')).toMatchObject({
      forms: 'templates',
      link: VENDOR,
      formLink: 'application/prs.hal-forms+json',
      error: `${VENDOR}; profile="http://nocarrier.co.uk/profiles/vnd.error/"; charset=UTF-8`,
    });
  });

  it('says in links what a GET is answered with: the vendor type that was asked for, or the configured one', () => {
    expect(accept.choose('application/vnd.acme.v1.hal+json')?.link).toBe('application/vnd.acme.v1.hal+json');
    expect(accept.choose('application/json')?.link).toBe(VENDOR);
  });
});

describe('the bytes of a route that answers JSON too', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV;header=present', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv, */*', undefined],
    ['text/csv, */*;q=0.9', 'text/csv'],
    ['text/csv, application/json', undefined],
    ['text/csv;q=0.5, application/hal+json;q=0.4', 'text/csv'],
    [`text/csv;q=0.5, ${VENDOR}`, undefined],
    ['text/csv;q=0', undefined],
    ['text/html', undefined],
  ])('for %j are %j', (header, type) => expect(preferredBytes(header, ['text/csv'])).toBe(type));
});
