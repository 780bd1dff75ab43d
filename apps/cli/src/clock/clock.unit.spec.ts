import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

const FROM = '2026-03-02T15:00:00.000Z';
const REACHED = '2026-03-05T06:00:00.000Z';
const TO = '2026-03-06T15:00:00.000Z';

describe('the clock from the command line', () => {
  let suite: SuiteDouble;
  beforeAll(async () => {
    suite = await SuiteDouble.start();
  });
  afterAll(() => suite.stop());

  const clock = (more: object = {}) => ({
    ...{ now: FROM, mode: 'frozen', banks: 'on-time', status: 'ready', aheadSeconds: -864_000 },
    nextDue: { at: REACHED, what: 'settlement' },
    _links: {
      self: suite.link('/sandbox-clock'),
      edit: suite.link('/sandbox-clock'),
      advance: suite.link('/sandbox-clock/advances'),
    },
    ...more,
  });
  const none = { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 0 };
  const advance = (more: object = {}) => ({
    ...{ id: 'a-1', status: 'done', from: FROM, to: TO, reached: TO, moments: 2, slow: 0 },
    ...{ did: { ...none, submitted: 1, settled: 2 }, events: { first: 17, last: 22 } },
    _links: { self: suite.link('/sandbox-clock/advances/a-1') },
    ...more,
  });
  const under = (more: object = {}) => ({ status: 'advancing', reached: REACHED, ...more });
  const made = { status: 201, headers: { location: '' } };
  const advances = (...then: readonly object[]) => {
    const answers = then.map((more) => ({ body: advance(more) }));
    suite.answers = {
      'GET /sandbox-clock': { body: clock() },
      'POST /sandbox-clock/advances?wait=0': made,
      ...Object.fromEntries([0, 1, 2, 20].map((wait) => [`GET /sandbox-clock/advances/a-1?wait=${wait}`, answers])),
    };
  };
  const run = (...args: string[]) => suite.halyard(args);

  beforeEach(() => {
    made.headers.location = `${suite.base}/sandbox-clock/advances/a-1`;
    suite.answers = { 'GET /sandbox-clock': { body: clock() } };
  });

  it.each([
    [
      {},
      [
        `The account's time is ${FROM}.`,
        "It is frozen, 10 days behind the system's.",
        'Banks act on time.',
        `Due next: settlement at ${REACHED}.`,
      ],
    ],
    [
      { mode: 'running', aheadSeconds: 7_260, nextDue: undefined, target: TO },
      [
        `The account's time is ${FROM}.`,
        "It is running, 2 hours ahead of the system's.",
        'Banks act on time.',
        `It is being advanced to ${TO}.`,
      ],
    ],
    [
      { mode: 'real', banks: 'on-request', aheadSeconds: 0, nextDue: undefined },
      [`The account's time is ${FROM}.`, "It is the system's time.", 'Banks act on request.'],
    ],
  ])('is shown in sentences: %j', async (more, lines) => {
    suite.answers = { 'GET /sandbox-clock': { body: clock(more) } };
    expect(await run('clock')).toMatchObject({ code: 0, printed: lines.join('\n') });
  });

  it('is shown as the document with --json', async () => {
    const { code, printed } = await run('clock', '--json');
    expect([code, JSON.parse(printed)]).toEqual([0, clock()]);
  });

  it.each([
    ['freeze', 'frozen'],
    ['run', 'running'],
    ['real', 'real'],
  ])('changes how its time goes: %s', async (verb, mode) => {
    const after = clock({ mode });
    suite.answers = { ...suite.answers, 'POST /sandbox-clock': { body: after } };
    expect((await run('clock', verb)).printed).toContain(`The account's time is ${FROM}.`);
    const { code, printed } = await run('clock', verb, '--json');
    expect([code, suite.sent(), JSON.parse(printed)]).toEqual([0, [{ mode }], { resource: after }]);
  });

  it('waits until it is back in the present', async () => {
    advances(under(), {});
    const current = { 'current-advance': suite.link('/sandbox-clock/advances/a-1') };
    suite.answers = {
      ...suite.answers,
      'GET /sandbox-clock': [{ body: clock() }, { body: clock({ mode: 'real', nextDue: undefined }) }],
      'POST /sandbox-clock': { body: clock({ status: 'advancing', target: TO, _links: current }) },
    };
    const { code, printed } = await run('clock', 'real');
    expect([code, printed.split('\n')[1]]).toEqual([0, "It is the system's time."]);
    expect(suite.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /sandbox-clock',
      'POST /sandbox-clock',
      'GET /sandbox-clock/advances/a-1?wait=20',
      'GET /sandbox-clock/advances/a-1?wait=20',
      'GET /sandbox-clock',
    ]);
  });

  it.each([
    [['60d'], { by: 'P60D' }],
    [['3h'], { by: 'PT3H' }],
    [['90m'], { by: 'PT90M' }],
    [['P1DT12H'], { by: 'P1DT12H' }],
    [['--to', TO], { to: TO }],
    [['--to-next', 'standard-cut-off'], { toNext: 'standard-cut-off' }],
    [['--to-next', 'due', '--wait-for-webhooks'], { toNext: 'due', waitFor: 'webhooks' }],
  ])('is advanced, and the end is waited for: %j', async (args, body) => {
    advances(under(), under(), {});
    const { code, printed, noted } = await run('clock', 'advance', ...args);
    expect([code, noted, suite.sent()]).toEqual([0, '', [body]]);
    expect(printed.split('\n')).toEqual([
      `The clock was advanced from ${FROM} to ${TO}.`,
      '2 due moments: 1 handed over to banks, 2 settled.',
      'Events 17 to 22.',
    ]);
  });

  it('says when nothing was due, and when webhooks were not waited for any longer', async () => {
    advances({ moments: 0, did: none, events: undefined, slow: 1 });
    expect((await run('clock', 'advance', '1d')).printed.split('\n').slice(1)).toEqual([
      'Nothing was due.',
      'No events.',
      'Webhooks had not answered when the clock left 1 moment.',
    ]);
  });

  it('prints the advance with --json, and nothing else', async () => {
    advances(under(), {});
    const { code, printed, noted } = await suite.halyard(['clock', 'advance', '1d', '--json'], { typed: [] });
    expect([code, JSON.parse(printed), noted]).toEqual([0, advance(), '']);
  });

  it('shows a person at a terminal how far the advance is, each thing once', async () => {
    advances(under({ did: none }), under(), under(), {});
    const { noted } = await suite.halyard(['clock', 'advance', '1d'], { typed: [] });
    expect(noted.split('\n')).toEqual([REACHED, `${REACHED}: 1 handed over to banks, 2 settled`]);
    expect(suite.asked.at(-1)?.path).toContain('wait=1');
  });

  it('says on standard error why an advance does not go on', async () => {
    const held = { what: 'settlement', since: REACHED, cause: 'The store is away.' };
    advances(under({ held }), under({ held }), {});
    expect((await run('clock', 'advance', '1d')).noted).toBe(
      `the advance is held since ${REACHED} by settlement: The store is away.`,
    );
    advances(under({ held }), {});
    expect(JSON.parse((await run('clock', 'advance', '1d', '--json')).noted)).toEqual({ held });
  });

  it('asks in shorter turns when the suite may not take long', async () => {
    advances(under(), {});
    expect((await run('clock', 'advance', '1d', '--timeout', '4s')).code).toBe(0);
    expect(suite.asked.at(-1)?.path).toContain('wait=2');
    advances(under(), {});
    expect((await run('clock', 'advance', '1d', '--timeout', '1s')).code).toBe(0);
    expect(suite.asked.at(-1)?.path).toContain('wait=0');
  });

  it('ends with 1 when somebody has stopped the advance', async () => {
    advances({ status: 'stopped', reached: REACHED });
    const { code, printed, noted } = await run('clock', 'advance', '4d');
    expect([code, printed.split('\n')[0]]).toEqual([1, `The advance from ${FROM} to ${TO} was stopped at ${REACHED}.`]);
    expect(noted).toContain(`stopped at ${REACHED}`);
  });

  it('ends with 3 when the advance is refused, with the faults on standard error', async () => {
    advances({});
    const fault = { code: 'Invalid', message: 'By invalid.', path: '/by' };
    const body = { code: 'ValidationError', message: 'Wrong.', _embedded: { errors: [fault] } };
    suite.answers = { ...suite.answers, 'POST /sandbox-clock/advances?wait=0': { status: 400, body } };
    const { code, printed, noted } = await run('clock', 'advance', '500d');
    expect([code, printed]).toEqual([3, '']);
    expect(noted).toContain('  by: By invalid.');
  });

  it.each([[['advance', '1d']], [['freeze']]])(
    'ends with 3 at once while the clock is being advanced: %j',
    async (args) => {
      const _links = { 'current-advance': suite.link('/sandbox-clock/advances/a-1') };
      suite.answers = { 'GET /sandbox-clock': { body: clock({ status: 'advancing', target: TO, _links }) } };
      const { code, noted } = await run('clock', ...args);
      expect([code, suite.sent()]).toEqual([3, []]);
      expect(noted).toBe(`halyard: the clock is being advanced to ${TO}; what it offers: current-advance`);
    },
  );

  it('ends with 130 when it is interrupted, and says that the advance goes on', async () => {
    const stop = new AbortController();
    advances(under());
    const held = suite.halyard(['clock', 'advance', '4d'], { signal: stop.signal });
    while (!suite.asked.some(({ path }) => path.includes('a-1'))) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    const { code, noted } = await held;
    expect(code).toBe(130);
    expect(noted).toBe('the advance goes on: halyard get /sandbox-clock/advances/a-1');
    expect(suite.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  it.each([
    ['nonsense'],
    ['advance'],
    ['advance', '60'],
    ['advance', '1y'],
    ['advance', '-1d'],
    ['advance', '60d', '--to', TO],
    ['advance', '--to', TO, '--to-next', 'due'],
    ['advance', '--to-next', 'christmas'],
    ['freeze', 'now'],
  ])('is used wrongly by: %s %s %s %s %s', async (...args) => {
    const { code } = await run('clock', ...args.filter((arg) => arg !== undefined));
    expect([code, suite.asked]).toEqual([2, []]);
  });
});
