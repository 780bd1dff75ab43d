import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

const BANK = '0195b3a0-0000-7000-8000-0000000000b1';
const PERSON = '0195b3a0-0000-7000-8000-0000000000c1';
const NOBODY = '0195b3a0-0000-7000-8000-0000000000f1';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

/** The rule of a link field, as the forms of the API have it. */
const linkTo = (kinds: string): string =>
  String.raw`^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s?#]+)?\/(?:${kinds})\/([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\/?$`;

const found = (path: string, kind: string) => ({
  body: { _embedded: { results: [{ kind, _links: { self: suite.link(path) } }] } },
});

beforeEach(() => {
  const properties = [
    { name: '_links.source.href', required: true, regex: linkTo('funding-sources') },
    { name: '_links.destination.href', required: true, regex: linkTo('funding-sources|customers|accounts') },
    { name: 'correlationId' },
    { name: 'fees.0._links.charge-to.href', regex: linkTo('customers') },
  ];
  const template = { method: 'POST', target: `${suite.base}/transfers`, properties };
  suite.answers = {
    'GET /transfers': { body: { _links: { self: suite.link('/transfers') }, _templates: { default: template } } },
    'POST /transfers': { body: { id: 't' } },
    [`GET /search?q=${BANK}`]: found(`/funding-sources/${BANK}`, 'funding-source'),
    [`GET /search?q=${PERSON}`]: found(`/customers/${PERSON}`, 'customer'),
    [`GET /search?q=${NOBODY}`]: { body: { _embedded: { results: [] } } },
  };
});

const create = (source: string, destination: string, ...more: readonly string[]) => {
  const settings = [`_links.source.href=${source}`, `_links.destination.href=${destination}`, ...more];
  return suite.halyard(['transfers', 'create', ...settings.flatMap((each) => ['--set', each])]);
};
const linksSent = () => suite.sent().map((body) => JSON.stringify(body).match(/\/[a-z-]+\/[\w-]{36}/g));

describe('an id where a form asks for a link', () => {
  it('becomes the link, of any kind that the field takes', async () => {
    expect((await create(BANK, PERSON, `fees.1._links.charge-to.href=${PERSON}`)).code).toBe(0);
    expect(linksSent()).toEqual([[`/funding-sources/${BANK}`, `/customers/${PERSON}`, `/customers/${PERSON}`]]);
    expect((await create(`${suite.base}/funding-sources/${BANK}`, BANK)).code).toBe(0);
    expect(linksSent()).toEqual([[`/funding-sources/${BANK}`, `/funding-sources/${BANK}`]]);
  });

  it('of another kind is refused in words, and nothing is sent', async () => {
    const { code, noted } = await create(PERSON, BANK);
    expect([code, noted, suite.sent()]).toEqual([
      2,
      `halyard: _links.source.href: ${PERSON} is the id of a customer; this field takes that of a funding source`,
      [],
    ]);
  });

  it('that a search does not find is trusted where only one kind will do', async () => {
    expect((await create(NOBODY, BANK)).code).toBe(0);
    expect(linksSent()).toEqual([[`/funding-sources/${NOBODY}`, `/funding-sources/${BANK}`]]);
    const { code, noted } = await create(BANK, NOBODY);
    expect([code, noted]).toEqual([3, `halyard: _links.destination.href: nothing has the id ${NOBODY}`]);
  });

  it('stays an id in a field of another sort', async () => {
    await create(BANK, PERSON, `correlationId=${PERSON}`);
    expect(suite.sent()).toMatchObject([{ correlationId: PERSON }]);
  });

  it('is taken at a question too', async () => {
    const { code, questions } = await suite.halyard(['transfers', 'create'], { typed: [BANK, PERSON] });
    expect([code, questions]).toEqual([
      0,
      [
        '_links.source.href (id of a funding source): ',
        '_links.destination.href (id of a funding source or customer or account): ',
      ],
    ]);
    expect(linksSent()).toEqual([[`/funding-sources/${BANK}`, `/customers/${PERSON}`]]);
  });
});
