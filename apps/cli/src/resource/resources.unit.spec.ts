import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runWith } from '../main.js';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let base: string;
let folder: string;
const asked: Asked[] = [];
/** What the suite answers whatever it is asked. */
let everything: (typeof answers)[string] | undefined;
/** What the suite answers, by method and path. */
let answers: Readonly<
  Record<string, { status?: number; headers?: Record<string, string>; body?: object; text?: string }>
> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-resources-'));
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      if (path === '/token') return response.end(JSON.stringify({ access_token: 'secret-token', expires_in: 3_600 }));
      asked.push({ method, path, headers, body });
      const answer = everything ??
        answers[`${method} ${path}`] ?? { status: 404, body: { code: 'NotFound', message: 'No.' } };
      const told = { 'x-request-id': 'r-1', ...answer.headers };
      response.writeHead(answer.status ?? 200, told).end(answer.text ?? JSON.stringify(answer.body ?? {}));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(folder, 'p.json'), JSON.stringify({ baseUrl: base, accountId: 'acc', key: 'k', secret: 's' }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

interface Terminal {
  /** The lines that the user types, in turn. */
  readonly typed?: string[];
  readonly input?: string;
}

async function halyard(args: readonly string[], { typed, input = '' }: Terminal = {}) {
  const printed: string[] = [];
  const noted: string[] = [];
  const questions: string[] = [];
  asked.length = 0;
  const ask = (question: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(typed?.shift() ?? '');
  };
  const code = await runWith(['node', 'halyard', '--connection', join(folder, 'p.json'), ...args], {
    env: { HOME: folder },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    readInput: () => Promise.resolve(input),
    ...(typed && { ask }),
    signal: new AbortController().signal,
  });
  return { code, printed, noted: noted.join('\n'), questions };
}

const link = (path: string) => ({ href: `${base}${path}` });
const sent = () => asked.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body) as unknown);

const property = (name: string, more: object = {}) => ({ name, required: true, ...more });
const shapes = () => ({
  default: { method: 'POST', target: `${base}/customers`, properties: [property('name')] },
  person: {
    method: 'POST',
    target: `${base}/customers`,
    properties: [
      property('name'),
      property('type', { type: 'hidden', value: 'person' }),
      property('ssn', { type: 'password', regex: '\\d{4}' }),
    ],
  },
});
const creating = () => ({
  'GET /customers': {
    body: { _links: { self: link('/customers') }, _embedded: { customers: [] }, total: 0, _templates: shapes() },
  },
  'POST /customers': { status: 201, headers: { location: `${base}/customers/1` } },
  'GET /customers/1': { body: { id: '1', _links: { self: link('/customers/1') } } },
});
const create = (...args: readonly string[]) => ['customers', 'create', ...args];

describe('what is created', () => {
  it('is sent by the first form that the values fit, and is read', async () => {
    answers = creating();
    const { code, printed } = await halyard(create('--set', 'name=a=b', '--json', '--idempotency-key', 'K'));
    expect([code, sent()]).toEqual([0, [{ name: 'a=b' }]]);
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ location: `${base}/customers/1`, resource: { id: '1' } });
    expect(asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toBe('K');
    await halyard(create('--set', 'name=a', '--set', 'ssn=1234'));
    expect(sent()).toEqual([{ name: 'a', type: 'person', ssn: '1234' }]);
  });

  it('is a file or standard input, as it is', async () => {
    answers = creating();
    const file = join(folder, 'body.json');
    await writeFile(file, '{"anything":[1]}');
    await halyard(create('--file', file));
    expect(sent()).toEqual([{ anything: [1] }]);
    await halyard(create('--file', '-'), { input: '{"name":"b"}' });
    expect(sent()).toEqual([{ name: 'b' }]);
    expect(await halyard(create('--file', join(folder, 'nothing')))).toMatchObject({ code: 2 });
    for (const input of ['{', '[]', '"x"'])
      expect(await halyard(create('--file', '-'), { input })).toMatchObject({ code: 2 });
    expect(await halyard(create('--file', '-', '--set', 'name=a'))).toMatchObject({
      code: 2,
      noted: expect.stringContaining('--set'),
    });
  });

  it.each<[string, string[], string]>([
    ['a required field is missing', ['ssn=1234'], 'name: is required'],
    ['there is no such field', ['name=a', 'colour=red'], 'colour: is not a field'],
    ['a fixed field has another value', ['name=a', 'ssn=1234', 'type=x'], 'type: must be "person"'],
    ['the form refuses it', ['name=a', 'ssn=12'], 'ssn: does not have the required form'],
    ['it has no name', ['=a'], '--set =a'],
  ])('is not sent where %s', async (_, settings, message) => {
    answers = creating();
    const { code, noted } = await halyard(create(...settings.flatMap((each) => ['--set', each])));
    expect([code, sent()]).toEqual([2, []]);
    expect(noted).toContain(message);
  });

  it('is asked for on a terminal, field by field, again where it does not fit, and in secret where it is one', async () => {
    answers = creating();
    const { code, questions, noted } = await halyard(create('--set', 'type=person'), { typed: ['Ada', 'x', '1234'] });
    expect([code, sent()]).toEqual([0, [{ name: 'Ada', type: 'person', ssn: '1234' }]]);
    expect([questions, noted]).toEqual([['name: ', 'ssn: ', 'ssn: '], '  does not have the required form']);
    expect(await halyard(create('--yes'), { typed: [] })).toMatchObject({ code: 2, questions: [] });
  });

  it('is shown as its fields, and as curl without token and secrets, and then not sent', async () => {
    answers = creating();
    const { printed } = await halyard(create('--form', '--json'));
    expect(JSON.parse(printed.join('\n'))).toEqual(shapes().default.properties);
    const dry = await halyard(create('--set', "name=O'Hara", '--set', 'ssn=1234', '--dry-run'));
    expect(dry.printed.join('\n')).toContain(`-d '{"name":"O'\\''Hara","type":"person","ssn":"'"$HALYARD_SSN"'"}'`);
    expect(dry.printed.join('\n')).not.toMatch(/secret-token|1234/);
    expect(sent()).toEqual([]);
  });
});

describe('what is sent', () => {
  const form = (properties: object[], more: object = {}) => ({
    'GET /things/1': {
      body: {
        _links: { self: link('/things/1') },
        _templates: { edit: { method: 'POST', target: `${base}/things/1`, properties, ...more } },
      },
    },
    'POST /things/1': { body: { id: '1', _links: {} } },
    'PUT /things/1': { body: { id: '1', _links: {} } },
  });
  const edit = (...settings: readonly string[]) =>
    halyard(['do', '/things/1', 'edit', ...settings.flatMap((each) => ['--set', each])]);
  const bodies = () => asked.filter(({ method }) => method !== 'GET').map(({ body }) => body);

  it('is strict: what the API does not know is refused', async () => {
    answers = { ...form([]), 'DELETE /things/1': { body: { _links: {} } } };
    await edit();
    await halyard(['api', 'POST', '/things/1']);
    await halyard(['api', 'DELETE', '/things/1']);
    expect(asked.map(({ method, headers }) => [method, headers['prefer']])).toEqual([['DELETE', 'handling=strict']]);
    await edit();
    expect(asked.map(({ method, headers }) => [method, headers['prefer']])).toEqual([
      ['GET', undefined],
      ['POST', 'handling=strict'],
    ]);
  });

  it('has the method and the media type of the form', async () => {
    answers = form([property('name')], { method: 'PUT', contentType: 'application/json' });
    expect(await edit('name=a')).toMatchObject({ code: 0 });
    expect(asked[1]).toMatchObject({ method: 'PUT', body: '{"name":"a"}' });
    expect(asked[1]?.headers['content-type']).toBe('application/json');
    answers = form([], { contentType: 'text/plain' });
    expect(await edit()).toMatchObject({
      code: 1,
      noted: "halyard: the form asks for text/plain, which can't be sent",
    });
    answers = form([], { method: 'DELETE' });
    expect(await halyard(['do', '/things/1', 'edit', '--file', '-'], { input: '{}' })).toMatchObject({ code: 2 });
    expect(bodies()).toEqual([]);
  });

  it('has amounts as they are written: none becomes a float', async () => {
    const amount = '1.1499999999999999999';
    answers = form([property('amount.value', { type: 'number', min: 0.01 })]);
    await edit(`amount.value=${amount}`);
    expect(bodies()).toEqual([`{"amount":{"value":"${amount}"}}`]);
    const written = `{"amount": {"value": ${amount}}}`;
    for (const command of [
      ['do', '/things/1', 'edit'],
      ['api', 'POST', '/things/1'],
    ]) {
      await halyard([...command, '--file', '-'], { input: `\uFEFF${written}` });
      expect(bodies()).toEqual([written]);
      const { printed } = await halyard([...command, '--file', '-', '--dry-run'], { input: written });
      expect(printed.join('\n')).toContain(`-d '{"amount":{"value":${amount}}}'`);
    }
  });

  it('is a file that begins with a byte order mark, without it', async () => {
    answers = form([]);
    const file = join(folder, 'marked.json');
    await writeFile(file, '\uFEFF{"a":"b"}');
    await halyard(['do', '/things/1', 'edit', '--file', file]);
    expect(bodies()).toEqual(['{"a":"b"}']);
  });

  const topics = property('topics', {
    multiple: true,
    options: { inline: ['a', 'b', 'c'].map((value) => ({ value })) },
  });

  it.each([
    [['topics=a'], ['a']],
    [
      ['topics=a', 'topics=c'],
      ['a', 'c'],
    ],
    [
      ['topics=["a","b"]', 'topics=c'],
      ['a', 'b', 'c'],
    ],
  ])('is a list where a field takes several values: %j', async (settings, list) => {
    answers = form([topics]);
    expect(await edit(...settings)).toMatchObject({ code: 0 });
    expect(sent()).toEqual([{ topics: list }]);
  });

  it.each([
    [['topics=a', 'topics=x'], 'topics: must be one of a, b, c, and "x" is not'],
    [['topics=["a",1]'], 'topics: must be text, and 1 is not'],
    [['name=a', 'name=b', 'topics=a'], '--set name: it takes one value, and was given 2'],
  ])('is nothing for %j', async (settings, message) => {
    answers = form([topics, { name: 'name' }]);
    const { code, noted } = await edit(...settings);
    expect([code, noted.includes(message), sent()]).toEqual([2, true, []]);
  });

  const simulation = () => ({
    'GET /transfers/1': {
      body: {
        _links: { self: link('/transfers/1') },
        _templates: Object.fromEntries(
          ['simulate', 'simulate.fail', 'simulate.lateReturn'].map((name, at) => [
            name,
            {
              method: 'POST',
              target: `${base}/transfers/1/simulation`,
              properties: [
                property('action', { type: 'hidden', value: ['process', 'fail', 'lateReturn'][at] }),
                ...(at === 0 ? [] : [property('code', { options: { inline: [{ value: 'R01' }, { value: 'R03' }] } })]),
              ],
            },
          ]),
        ),
      },
    },
    'POST /transfers/1/simulation': { body: { id: '1', total: 1, _links: {} } },
    'GET /transfers/2': { body: { _links: { self: link('/transfers/2'), payment: link('/payments/1') } } },
  });

  it.each([
    [[], { action: 'process' }],
    [['--return', 'R01'], { action: 'fail', code: 'R01' }],
    [['--return', 'R03', '--late'], { action: 'lateReturn', code: 'R03' }],
  ])('simulates what the form of the transfer takes: %j', async (options, body) => {
    answers = simulation();
    const { code, printed } = await halyard(['simulate', '--transfer', '1', ...options, '--json']);
    expect([code, sent(), JSON.parse(printed.join('\n'))]).toEqual([0, [body], { id: '1', total: 1, _links: {} }]);
  });

  it('simulates nothing that the form refuses, or that the transfer does not offer', async () => {
    answers = simulation();
    expect(await halyard(['simulate', '--transfer', '1', '--return', 'R99'])).toMatchObject({
      code: 2,
      noted: 'halyard: code: must be one of R01, R03',
    });
    expect(sent()).toEqual([]);
    expect(await halyard(['simulate', '--transfer', '2'])).toMatchObject({
      code: 3,
      noted: 'halyard: simulate is not offered now: it offers payment',
    });
    expect(sent()).toEqual([]);
  });
});

describe('what the API refuses', () => {
  it('is told with its faults and the request, as text with names of fields and as JSON with pointers', async () => {
    const errors = ['/name', '/amount/value', '/query/from'].map((path) => ({
      code: 'Invalid',
      message: 'No.',
      path,
      _links: {},
    }));
    answers = {
      ...creating(),
      'POST /customers': { status: 400, body: { code: 'ValidationError', message: 'No.', _embedded: { errors } } },
    };
    const args = create('--set', 'name=a');
    expect(await halyard(args)).toMatchObject({
      code: 3,
      printed: [],
      noted: 'halyard: 400 ValidationError: No.\n  name: No.\n  amount.value: No.\n  /query/from: No.\n  request r-1',
    });
    const { noted } = await halyard([...args, '--json']);
    expect(JSON.parse(noted)).toEqual({
      error: {
        code: 'ValidationError',
        status: 400,
        message: 'No.',
        requestId: 'r-1',
        errors: errors.map(({ code, message, path }) => ({ code, message, path })),
      },
    });
  });

  it.each([
    [401, 'InvalidAccessToken', 4],
    [403, 'InvalidScopes', 3],
    [404, 'NotFound', 3],
  ])('%i %s ends with %i', async (status, code, exitCode) => {
    answers = { 'GET /customers/1': { status, body: { code, message: 'No.' } } };
    expect((await halyard(['customers', 'get', '1'])).code).toBe(exitCode);
  });

  it('is a 503 when the time is over', async () => {
    answers = {
      'GET /customers/1': { status: 503, headers: { 'retry-after': '9' }, body: { code: 'ServiceUnavailable' } },
    };
    expect((await halyard(['customers', 'get', '1', '--timeout', '1s'])).code).toBe(5);
  });
});

describe('what a resource offers', () => {
  const transfer = () => ({
    'GET /transfers/1': {
      body: {
        id: '1',
        _links: { self: link('/transfers/1'), payment: link('/payments/1'), suspend: link('/transfers/1') },
        _templates: {
          cancel: {
            method: 'POST',
            target: `${base}/transfers/1`,
            properties: [property('status', { readOnly: true, value: 'cancelled' })],
          },
          remove: { method: 'DELETE', target: `${base}/transfers/1`, properties: [] },
        },
      },
    },
    'POST /transfers/1': { body: { id: '1', status: 'cancelled', _links: {} } },
    'DELETE /transfers/1': { body: { id: '1', status: 'removed', _links: {} } },
    'GET /payments/1': { body: { status: 'pending', _links: { transfer: link('/transfers/1') } } },
    'GET /search?q=0195b3a0-0000-7000-8000-0000000000c1': {
      body: { _embedded: { results: [{ _links: { self: link('/transfers/1') } }] }, _links: {} },
    },
  });

  it('is done by its name', async () => {
    answers = transfer();
    expect(await halyard(['transfers', 'cancel', '1'])).toMatchObject({
      code: 0,
      printed: ['id: 1\nstatus: cancelled'],
    });
    expect(sent()).toEqual([{ status: 'cancelled' }]);
    expect(await halyard(['transfers', 'payment', '1'])).toMatchObject({
      printed: ['status: pending\nlinks: transfer'],
    });
    expect(await halyard(['do', '0195b3a0-0000-7000-8000-0000000000c1', 'cancel'])).toMatchObject({ code: 0 });
    expect(await halyard(['get', `${base}/transfers/1`, 'payment', 'transfer'])).toMatchObject({ code: 0 });
  });

  it('is named where it is not what was asked for, and nothing is sent', async () => {
    answers = transfer();
    for (const name of ['fees', 'toString', 'suspend']) {
      const { code, noted } = await halyard(['do', '/transfers/1', name]);
      expect([code, noted]).toEqual([3, `halyard: ${name} is not offered now: it offers cancel, remove, payment`]);
    }
    expect(sent()).toEqual([]);
  });

  it('has a page in the console of this suite alone', async () => {
    for (const place of ['https://evil.example/', `${base}.evil.example/`])
      expect(await halyard(['open', place, '--print'])).toMatchObject({ code: 2, printed: [] });
    for (const place of ['/transfers/1?a=b', `${base}/transfers/1?a=b`])
      expect(await halyard(['open', place, '--print'])).toMatchObject({ printed: [`${base}/console/transfers/1?a=b`] });
  });

  it('is named: nothing is no path', async () => {
    for (const command of [
      ['get', ''],
      ['do', '', 'cancel'],
      ['open', '', '--print'],
    ])
      expect(await halyard(command)).toMatchObject({ code: 2 });
    expect(asked).toEqual([]);
  });

  it('is never asked for elsewhere', async () => {
    expect(await halyard(['get', 'https://evil.example/transfers/1'])).toMatchObject({ code: 2 });
    expect(await halyard(['transfers', 'get', `${base}.evil.example/transfers/1`])).toMatchObject({ code: 2 });
    expect(await halyard(['transfers', 'get', '../..'])).toMatchObject({ code: 3 });
    expect(asked.map(({ path }) => path)).toEqual(['/transfers/..%2F..']);
  });
});

describe('a search', () => {
  it('asks again what did not answer in time, and ends with 5 where it does not', async () => {
    const results = [{ kind: 'customer', text: 'Ada', _links: { self: link('/customers/1') } }];
    const partial = { body: { _embedded: { results }, missing: ['transfers'] } };
    answers = { 'GET /search?q=ada': partial };
    const searching = halyard(['search', 'ada', '--json']);
    await until('it was asked twice', () => asked.length > 1);
    answers = { 'GET /search?q=ada': { body: { _embedded: { results } } } };
    expect(await searching).toMatchObject({ code: 0, printed: [JSON.stringify(results[0])], noted: '' });
    answers = { 'GET /search?q=ada': partial };
    expect(await halyard(['search', 'ada', '--json', '--timeout', '1s'])).toMatchObject({
      code: 5,
      printed: [JSON.stringify(results[0])],
      noted: expect.stringContaining('not searched in time: transfers'),
    });
  });

  it('says of an id that nothing has it where all have answered alone', async () => {
    const id = '0195b3a0-0000-7000-8000-0000000000c1';
    answers = { [`GET /search?q=${id}`]: { body: { _embedded: { results: [] }, missing: ['transfers'] } } };
    expect(await halyard(['get', id, '--timeout', '1s'])).toMatchObject({
      code: 5,
      noted: expect.stringContaining('not searched in time: transfers'),
    });
    answers = { [`GET /search?q=${id}`]: { body: { _embedded: { results: [] } } } };
    expect(await halyard(['get', id])).toMatchObject({
      code: 3,
      noted: expect.stringContaining(`nothing has the id ${id}`),
    });
  });
});

it('an answer that is not one of the API is a failure', async () => {
  answers = { 'GET /customers/1': { text: '<html>Please pay</html>' } };
  for (const args of [
    ['customers', 'get', '1'],
    ['api', 'GET', '/customers/1'],
  ])
    expect(await halyard(args)).toMatchObject({
      code: 3,
      printed: [],
      noted: expect.stringContaining('not one of the API'),
    });
});

describe('a list', () => {
  const page = (at: number, next?: string) => ({
    body: {
      _links: { ...(next !== undefined && { next: link(next) }) },
      _embedded: { transfers: [{ id: `${at}a` }, { id: `${at}b` }] },
      total: 6,
    },
  });
  const ids = (printed: readonly string[]) => printed.map((line) => (JSON.parse(line) as { id: string }).id);

  it('is read as far as it is asked for', async () => {
    answers = {
      'GET /transfers': page(0, '/transfers?page=1'),
      'GET /transfers?limit=200': page(0, '/transfers?page=1'),
      'GET /transfers?limit=3': page(0, '/transfers?page=1'),
      'GET /transfers?page=1': page(1, '/transfers?page=2'),
      'GET /transfers?page=2': page(2),
    };
    const one = await halyard(['transfers', 'list', '--json']);
    expect([ids(one.printed), one.noted]).toEqual([['0a', '0b'], '2 of 6; --all prints all of them']);
    const all = await halyard(['transfers', 'list', '--all', '--json']);
    expect([ids(all.printed), all.noted]).toEqual([['0a', '0b', '1a', '1b', '2a', '2b'], '']);
    expect(ids((await halyard(['transfers', 'list', '--limit', '3', '--json'])).printed)).toEqual(['0a', '0b', '1a']);
  });

  it('is that of the resource whose id is given, with its filters', async () => {
    await halyard(['transfers', 'list', '--customer', 'c/1', '--status', 'pending', '--start-date', '2026-01-01']);
    expect(asked[0]?.path).toBe('/customers/c%2F1/transfers?startDate=2026-01-01&status=pending');
    await halyard(['transfers', 'list', '--customer', 'c', '--customer-id', 'd']);
    expect(asked).toEqual([]);
  });
});

describe('a suite that writes control characters wherever it can', () => {
  const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
  const evil = '\u001b]0;x\u0007\u009b2J\rname';
  const evilTemplate = {
    title: evil,
    method: 'POST',
    target: '/customers',
    properties: [property(evil, { prompt: evil, options: { inline: [{ value: evil, prompt: evil }] } })],
  };
  const document = () => ({
    id: '1',
    name: evil,
    [evil]: evil,
    metadata: { [evil]: { value: evil, currency: evil } },
    attempts: [{ id: evil, request: { url: evil, timestamp: evil }, error: evil }],
    method: `GET $(touch x)${evil}`,
    path: `/customers?a=${evil}`,
    request: { body: { [evil]: evil } },
    _links: { self: link('/customers/1'), account: link('/accounts/a'), [evil]: link('/x') },
    _templates: { default: evilTemplate, [evil]: evilTemplate },
    _embedded: { results: [{ kind: evil, text: evil, [evil]: evil }], entries: [{ id: '1', at: evil, kind: evil }] },
    total: 5,
  });
  const commands = [
    ['customers', 'list'],
    ['customers', 'get', '1'],
    ['customers', 'create'],
    ['customers', 'create', '--form'],
    ['customers', 'create', '--set', 'colour=red'],
    ['customers', 'nothing', '1'],
    ['do', '/customers/1', 'nothing'],
    ['get', '/customers/1', 'nothing'],
    ['get', '/customers/1'],
    ['api', 'GET', '/customers/1'],
    ['api', 'POST', '/customers'],
    ['payments', 'timeline', '1'],
    ['requests', 'get', '1'],
    ['requests', 'get', '1', '--curl'],
    ['search', 'ada'],
    ['simulate'],
    ['statement', 'get', '1'],
    ['wait', '/customers/1', '--until', 'name=x', '--timeout', '1ms'],
    ['webhooks', 'attempts', '1'],
    ['complete', '--', 'halyard customers get '],
  ];

  it.each(commands)('%s %s %s %s shows none of them', async (...args) => {
    const command = args.filter((each) => typeof each === 'string');
    for (const status of [200, 400]) {
      for (const json of [false, true]) {
        everything = {
          status,
          body: { ...document(), ...(status === 400 && { code: evil, message: evil }) },
        };
        const { printed, noted, questions } = await halyard(json ? [...command, '--json'] : command, {
          ...(!json && { typed: [evil] }),
        });
        expect([...printed, noted, ...questions].join('\n')).not.toMatch(CONTROLS);
        if (json && command[0] !== 'complete') for (const line of printed) expect(JSON.parse(line)).toBeDefined();
      }
    }
    everything = undefined;
  });

  it('gets its method quoted in a command for curl', async () => {
    everything = { body: document() };
    const { printed } = await halyard(['requests', 'get', '1', '--curl']);
    everything = undefined;
    expect(printed.join('\n')).toMatch(/^curl --globoff -X 'GET \$\(touch x\)/);
  });

  it('is read by programs as it is', async () => {
    answers = { 'GET /customers/1': { body: { name: evil, _links: {} } } };
    const { printed } = await halyard(['customers', 'get', '1', '--json']);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ name: evil });
    answers = { 'GET /x': { text: `a,b\r\n"${evil}",1\r\n`, headers: { 'content-type': 'text/csv' } } };
    expect((await halyard(['api', 'GET', '/x', '--accept', 'text/csv'])).printed).toEqual([
      'a,b\r\n" ]0;x  2J name",1\r',
    ]);
  });
});
