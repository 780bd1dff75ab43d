import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

const NOW = '2026-03-02T15:00:00.000Z';
const ID = '0195b3a0-0000-7000-8000-0000000000c1';

describe('a wait', () => {
  let suite: SuiteDouble;
  beforeAll(async () => {
    suite = await SuiteDouble.start();
  });
  afterAll(() => suite.stop());

  const quiet = { body: { quiet: true, now: NOW, events: 7 } };
  const waiting = (...waitingFor: object[]) => ({ body: { quiet: false, now: NOW, waitingFor } });
  const answer = (...answers: (typeof quiet | ReturnType<typeof waiting>)[]) => {
    suite.answers = Object.fromEntries(
      Array.from({ length: 21 }, (_, wait) => [`GET /sandbox-quiet?wait=${wait}`, answers]),
    );
  };
  const run = (...args: string[]) => suite.halyard(['wait', ...args]);

  it('without a resource ends once the account is quiet', async () => {
    answer(waiting({ what: 'payment', count: 1 }), quiet);
    expect(await run()).toMatchObject({ code: 0, printed: `Quiet at ${NOW}.`, noted: '' });
    expect(suite.asked.map(({ path }) => path)).toEqual(['/sandbox-quiet?wait=19', '/sandbox-quiet?wait=19']);
    answer(quiet);
    const { printed } = await run('--json');
    expect(JSON.parse(printed)).toEqual(quiet.body);
    answer(quiet);
    expect((await run('--fields', 'events')).printed).toBe('events: 7');
  });

  it('ends with 1 when time is over, and names what it waited for', async () => {
    const example = suite.link(`/webhooks/${ID}`);
    answer(waiting({ what: 'delivery', count: 2, example }, { what: 'balance-inquiry', count: 1 }));
    const { code, noted } = await run('--timeout', '300ms');
    expect([code, noted]).toEqual([1, `halyard: after 0.3 s it is not quiet: delivery 2 (${ID}), balance inquiry 1`]);
  });

  it('ends with 1 at once for a parked message, which no wait helps', async () => {
    answer(waiting({ what: 'parked', count: 1, example: suite.link(`/operations/transfers/parked-keys/${ID}`) }));
    const { code, noted } = await run('--timeout', '10s');
    expect([code, noted, suite.asked.length]).toEqual([1, `halyard: it does not get quiet: parked 1 (${ID})`, 1]);
  });

  it('for a resource ends once the attribute has one of the values', async () => {
    suite.answers = { [`GET /transfers/${ID}`]: [{ body: { status: 'pending' } }, { body: { status: 'processed' } }] };
    const until = ['--until', 'status=processed', '--until', 'status=failed'];
    expect(await run(`/transfers/${ID}`, ...until)).toMatchObject({ code: 0, printed: 'status: processed' });
  });

  it.each([[[`/transfers/${ID}`]], [['--until', 'status=processed']]])(
    'needs both the resource and what is expected of it: %j',
    async (args) => {
      const { code } = await run(...args);
      expect([code, suite.asked]).toEqual([2, []]);
    },
  );
});
