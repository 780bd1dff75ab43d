import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

const property = (name: string, more: object = {}) => ({ name, required: true, ...more });

/** A resource that offers one template. */
function offer(name: string, properties: readonly object[], more: object = {}): void {
  suite.answers = {
    'GET /things/1': {
      body: {
        _links: { self: suite.link('/things/1') },
        _templates: { [name]: { method: 'POST', target: `${suite.base}/things/1`, properties, ...more } },
      },
    },
    'POST /things/1': { body: { id: '1', _links: {} } },
  };
}

const act = (name: string, settings: readonly string[], terminal?: Parameters<SuiteDouble['halyard']>[1]) =>
  suite.halyard(['do', '/things/1', name, ...settings.flatMap((each) => ['--set', each])], terminal);

describe('a write that takes something away', () => {
  const taking = ['cancel', 'remove', 'withdraw', 'deactivate', 'suspend', 'rotate-secret', 'erase', 'skip', 'swap'];

  it.each(taking)('is asked about on a terminal: %s', async (name) => {
    offer(name, []);
    const refused = await act(name, [], { typed: ['n'] });
    expect([refused.code, refused.questions, refused.noted, suite.sent()]).toEqual([
      1,
      [`${name.replaceAll('-', ' ')} /things/1? (y/n): `],
      'halyard: nothing was sent',
      [],
    ]);
    expect([(await act(name, [], { typed: ['y'] })).code, suite.sent()]).toEqual([0, [{}]]);
  });

  it('is done at once with --yes, and without a terminal', async () => {
    offer('cancel', []);
    const sure = await suite.halyard(['do', '/things/1', 'cancel', '--yes'], { typed: [] });
    expect([sure.code, sure.questions, suite.sent()]).toEqual([0, [], [{}]]);
    expect([(await act('cancel', [])).code, suite.sent()]).toEqual([0, [{}]]);
  });

  it('is each DELETE, whatever its name', async () => {
    offer('lift', [], { method: 'DELETE' });
    expect(await act('lift', [], { typed: ['n'] })).toMatchObject({ code: 1, questions: ['lift /things/1? (y/n): '] });
  });

  it('is nothing that adds or changes', async () => {
    offer('edit', [property('name')]);
    expect(await act('edit', ['name=a'], { typed: [] })).toMatchObject({ code: 0, questions: [] });
  });
});

describe('a list field', () => {
  it.each([
    [['urls=a'], ['a']],
    [
      ['urls=a', 'urls=b'],
      ['a', 'b'],
    ],
    [['urls=["a","b"]'], ['a', 'b']],
    [['urls.0=a'], ['a']],
  ])('whose items are fields of the form takes %j', async (settings, urls) => {
    offer('edit', [property('urls.0', { required: false })]);
    expect([(await act('edit', settings)).code, suite.sent()]).toEqual([0, [{ urls }]]);
  });

  it('has the rules of its items', async () => {
    offer('edit', [property('urls.0', { required: false, regex: '[a-z]+' })]);
    expect(await act('edit', ['urls=a', 'urls=1'])).toMatchObject({
      code: 2,
      noted: 'halyard: urls.1: does not have the required form',
    });
  });
});

describe('a field with one choice', () => {
  const usd = { options: { inline: [{ value: 'USD', prompt: 'USD' }] } };

  it('is filled in if it is required', async () => {
    offer('edit', [property('amount1.value'), property('amount1.currency', usd)]);
    expect((await act('edit', ['amount1.value=0.03'])).code).toBe(0);
    expect(suite.sent()).toEqual([{ amount1: { value: '0.03', currency: 'USD' } }]);
  });

  it('is filled in beside a field that is given, and is absent else', async () => {
    const fee = [property('fees.0.amount.value', { required: false })];
    offer('edit', [...fee, property('fees.0.amount.currency', { ...usd, required: false })]);
    await act('edit', ['fees.0.amount.value=1', 'fees.1.amount.value=2']);
    const amounts = ['1', '2'].map((value) => ({ amount: { value, currency: 'USD' } }));
    expect(suite.sent()).toEqual([{ fees: amounts }]);
    await act('edit', []);
    expect(suite.sent()).toEqual([{}]);
  });

  it('is not asked for, and is refused with another value', async () => {
    offer('edit', [property('currency', usd)]);
    expect(await act('edit', [], { typed: [] })).toMatchObject({ code: 0, questions: [] });
    expect((await act('edit', ['currency=EUR'])).code).toBe(2);
    offer('edit', [property('currency', { options: { inline: ['USD', 'EUR'] } })]);
    expect((await act('edit', [])).noted).toBe('halyard: currency: is required');
  });
});

describe('a request for curl', () => {
  it('has the path of a file that is sent', async () => {
    const form = [property('type'), property('file', { type: 'file' })];
    offer('upload', form, { contentType: 'multipart/form-data' });
    const file = join(suite.folder, 'p.json');
    const settings = ['--set', 'type=@license', '--set', `file=@${file}`];
    const { printed } = await suite.halyard(['do', '/things/1', 'upload', ...settings, '--dry-run']);
    expect(printed).toContain("--form-string 'type=@license'");
    expect(printed).toContain(`-F 'file=@${file};type=application/octet-stream'`);
  });

  it.each([
    ['/customers', '/customers'],
    ['customers', '/customers'],
    ['/customers?a={b}', '/customers?a={b}'],
  ])('has the whole address of %s, in which curl takes nothing for a pattern', async (path, address) => {
    const { printed } = await suite.halyard(['api', 'GET', path, '--accept', 'text/csv', '--dry-run']);
    const [command = ''] = printed.split('\n');
    expect(command.replaceAll("'", '')).toBe(
      `curl ${path.includes('{') ? '--globoff ' : ''}-X GET ${suite.base}${address} \\`,
    );
    expect(printed).toContain("-H 'Accept: text/csv'");
    expect(suite.asked).toEqual([]);
  });
});

describe('--form', () => {
  const properties = [
    property('name', { prompt: 'Name' }),
    property('topics', { required: false, multiple: true, options: { inline: [{ value: 'a' }, { value: 'b' }] } }),
  ];
  const form = (...args: readonly string[]) => ['do', '/things/1', 'edit', '--form', ...args];

  it('is a table of the fields on a terminal', async () => {
    offer('edit', properties);
    expect((await suite.halyard(form(), { columns: 80 })).printed.split('\n')).toEqual([
      'name    prompt  type           required  options',
      'name    Name    text           yes',
      'topics          text, several            a, b',
    ]);
    expect(suite.sent()).toEqual([]);
  });

  it('is the properties of the API without a terminal, and with --json', async () => {
    offer('edit', properties);
    expect(JSON.parse((await suite.halyard(form())).printed)).toEqual(properties);
    expect((await suite.halyard(form('--json'), { columns: 80 })).printed).toBe(JSON.stringify(properties));
  });
});
