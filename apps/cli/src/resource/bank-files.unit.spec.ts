import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

const FILE = '/bank-files/1';
const CONTENT = `${FILE}/content`;
/** Two lines of a file, each with its end. */
const TEXT = `101 222222226${' '.repeat(81)}\n${'9'.repeat(94)}\n`;

beforeEach(() => {
  suite.answers = {
    [`GET ${FILE}`]: { body: { id: '1', _links: { self: suite.link(FILE), content: suite.link(CONTENT) } } },
    [`GET ${CONTENT}`]: { headers: { 'content-type': 'text/plain; charset=us-ascii' }, text: TEXT },
  };
});

describe('the content of a file', () => {
  it.each([
    ['by its verb', ['bank-files', 'content', '1']],
    ['by the link of the file', ['get', FILE, 'content']],
    ['by its path', ['get', CONTENT]],
    ['as what the file offers', ['do', FILE, 'content']],
  ])('is printed as it came, %s', async (_, args) => {
    const { code, printed } = await suite.halyard(args);
    // The printer of a line adds its end.
    expect([code, `${printed}\n`]).toEqual([0, TEXT]);
    expect(suite.asked.at(-1)).toMatchObject({ path: CONTENT, headers: { accept: 'text/plain' } });
  });

  it('is one string with --json', async () => {
    const { code, printed } = await suite.halyard(['bank-files', 'content', '1', '--json']);
    expect([code, JSON.parse(printed)]).toEqual([0, TEXT]);
  });

  it('has no members', async () => {
    expect(await suite.halyard(['bank-files', 'content', '1', '--fields', 'id'])).toMatchObject({
      code: 2,
      printed: '',
    });
  });

  it('is refused to who may not read account numbers', async () => {
    const refusal = { status: 403, body: { code: 'InvalidScopes', message: 'No.' } };
    suite.answers = { ...suite.answers, [`GET ${CONTENT}`]: refusal };
    const { code, printed, noted } = await suite.halyard(['bank-files', 'content', '1', '--json']);
    expect([code, printed, JSON.parse(noted)]).toMatchObject([3, '', { error: { code: 'InvalidScopes' } }]);
  });
});

describe('an upload', () => {
  const list = () => ({
    _links: { self: suite.link('/bank-files') },
    _embedded: { 'bank-files': [] },
    total: 0,
    _templates: {
      default: {
        method: 'POST',
        target: `${suite.base}/bank-files`,
        contentType: 'multipart/form-data',
        properties: [{ name: 'file', type: 'file', required: true }],
      },
    },
  });
  const upload = async (...more: readonly string[]) => {
    const path = join(suite.folder, 'returns.ach');
    await writeFile(path, TEXT);
    return suite.halyard(['bank-files', 'create', '--set', `file=@${path}`, ...more]);
  };

  it('is the one part of a form, as the file is', async () => {
    suite.answers = {
      ...suite.answers,
      'GET /bank-files': { body: list() },
      'POST /bank-files': { status: 201, headers: { location: `${suite.base}${FILE}` }, body: {} },
    };
    const { code, printed } = await upload('--json');
    expect([code, JSON.parse(printed)]).toMatchObject([0, { location: `${suite.base}${FILE}`, resource: { id: '1' } }]);
    const { headers, body = '' } = suite.asked.find(({ method }) => method === 'POST') ?? {};
    expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body.match(/name="[^"]*"/g)).toEqual(['name="file"', 'name="returns.ach"']);
    expect(body).toContain(TEXT);
  });

  it('says of each wrong line what is wrong', async () => {
    const errors = [{ code: 'Invalid', message: 'Columns 2-3: 99 is no priority code.', path: '/lines/1' }];
    suite.answers = {
      'GET /bank-files': { body: list() },
      'POST /bank-files': { status: 400, body: { code: 'ValidationError', message: 'No.', _embedded: { errors } } },
    };
    const { code, printed, noted } = await upload();
    expect([code, printed]).toEqual([3, '']);
    expect(noted).toContain('lines.1: Columns 2-3: 99 is no priority code.');
  });
});

it('the behavior of banks is replaced by a file as it is', async () => {
  const path = '/sandbox-bank-behavior';
  const rules = '{"seed": "ci-42", "rules": [{"name": "nsf", "share": "0.020000", "then": {"return": "R01"}}]}';
  const edit = {
    method: 'POST',
    target: `${suite.base}${path}`,
    contentType: 'application/json',
    properties: [{ name: 'seed', type: 'text' }],
  };
  suite.answers = {
    [`GET ${path}`]: { body: { seed: '', _links: { self: suite.link(path) }, _templates: { edit } } },
    [`POST ${path}`]: { body: { seed: 'ci-42', _links: { self: suite.link(path) } } },
  };
  const file = join(suite.folder, 'rules.json');
  await writeFile(file, rules);
  expect(await suite.halyard(['do', path, 'edit', '--file', file, '--json'])).toMatchObject({ code: 0 });
  expect(suite.asked.find(({ method }) => method === 'POST')?.body).toBe(rules);
  expect(await suite.halyard(['sandbox-bank-behavior', 'edit', '--file', file])).toMatchObject({ code: 0 });
});

it('the help of the noun names its verbs', async () => {
  const { code, printed } = await suite.halyard(['bank-files', '--help']);
  expect(code).toBe(0);
  for (const verb of ['list', 'create', 'get', 'entries', 'content'])
    expect(printed).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
});
