import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

const MODEL = '/operations/transfers/read-models/1';
const NOUN = ['operations', 'transfers', 'read-models'];
const pathOf = { rebuild: `${MODEL}/rebuilds`, stop: `${MODEL}/rebuilds/stop`, swap: `${MODEL}/rebuilds/swap` };

const template = (to: string, properties: readonly object[] = []) => ({
  ...{ method: 'POST', target: suite.base + to, contentType: 'application/json', properties },
});
const perSecond = { name: 'perSecond', type: 'number', required: false, step: 1, min: 1, max: 1_000_000 };
const rebuild = { state: 'filling', begun: '2025-01-02T03:04:05.000Z', events: 250, of: 1_000, perSecond: 50 };

beforeEach(() => {
  const answered = { status: 202, headers: { location: suite.base + MODEL } };
  const body = {
    ...{ id: '1', name: 'ledger', sources: ['payment-'], state: 'current', lag: 0, rebuild },
    _links: { self: suite.link(MODEL), rebuild: suite.link(pathOf.rebuild), stop: suite.link(pathOf.stop) },
    _templates: {
      rebuild: template(pathOf.rebuild, [perSecond]),
      stop: template(pathOf.stop),
      swap: template(pathOf.swap),
    },
  };
  suite.answers = {
    [`GET ${MODEL}`]: { body },
    ...Object.fromEntries(Object.values(pathOf).map((path) => [`POST ${path}`, answered])),
  };
});

const sent = () => suite.asked.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe('the rebuild of a read model', () => {
  it.each([
    ['rebuild', [], {}],
    ['rebuild', ['--set', 'perSecond=5000'], { perSecond: 5_000 }],
    ['stop', [], {}],
    ['swap', [], {}],
  ] as const)('is sent by its form: %s %j', async (verb, settings, body) => {
    const { code } = await suite.halyard([...NOUN, verb, '1', ...settings]);
    expect([code, sent().at(-1), suite.sent()]).toEqual([0, pathOf[verb], [body]]);
  });

  it.each(['0', '1000001', '1.5', 'fast'])('has no pace of %s, and nothing is sent', async (pace) => {
    const { code } = await suite.halyard([...NOUN, 'rebuild', '1', '--set', `perSecond=${pace}`]);
    expect([code, suite.sent()]).toEqual([2, []]);
  });

  it('is asked for before a swap on a terminal, and before no other', async () => {
    const refused = await suite.halyard([...NOUN, 'swap', '1'], { typed: ['n'] });
    expect([refused.code, refused.questions, suite.sent()]).toEqual([1, [`swap ${MODEL}? (y/n): `], []]);
    expect(await suite.halyard([...NOUN, 'stop', '1'], { typed: [] })).toMatchObject({ code: 0, questions: [] });
  });

  it('is printed with the model', async () => {
    const { printed } = await suite.halyard([...NOUN, 'get', '1', '--fields', 'state,rebuild.state,rebuild.events']);
    expect(printed).toMatch(/current[^]*filling[^]*250/);
    const { printed: json } = await suite.halyard([...NOUN, 'get', '1', '--json']);
    expect(JSON.parse(json)).toMatchObject({ rebuild });
  });
});
