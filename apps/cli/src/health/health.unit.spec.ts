import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

const SINCE = '2026-03-02T15:00:00.000Z';
const HELP = 'https://localhost:8443/docs/how-to/replay-parked-messages/';

describe('halyard operations health', () => {
  let suite: SuiteDouble;
  beforeAll(async () => {
    suite = await SuiteDouble.start();
  });
  afterAll(() => suite.stop());

  const ok = { name: 'database', service: 'auth', status: 'ok', message: 'Fine.', help: 'https://localhost/store' };
  const parked = (service: string) => ({
    ...{ name: 'keys-parked', service, status: 'warning', since: SINCE, message: 'Some wait.', help: HELP },
  });
  const health = {
    ...{ _links: {}, status: 'warning' },
    checks: [parked('transfers'), parked('webhooks'), ok],
  };
  const run = (...args: string[]) => {
    suite.answers = { 'GET /operations/health': { body: health } };
    return suite.halyard(['operations', 'health', ...args]);
  };

  it('has a line for each check, and each page that says what to do once', async () => {
    expect(await run()).toMatchObject({
      ...{ code: 0, noted: '' },
      printed: [
        'warning',
        'status   name         service    message     since',
        `warning  keys-parked  transfers  Some wait.  ${SINCE}`,
        `warning  keys-parked  webhooks   Some wait.  ${SINCE}`,
        'ok       database     auth       Fine.',
        `keys-parked: ${HELP}`,
      ].join('\n'),
    });
  });

  it('is the answer with --json, and one member with --fields', async () => {
    expect(JSON.parse((await run('--json')).printed)).toEqual(health);
    expect((await run('--fields', 'status')).printed).toBe('status: warning');
  });

  it('has no commands below it', async () => {
    expect((await run('get')).code).toBe(2);
  });

  it('leaves the other commands of operators where they are', async () => {
    suite.answers = { 'GET /operations/documents': { body: { _links: {}, _embedded: { documents: [] }, total: 0 } } };
    expect((await suite.halyard(['operations', 'documents', 'list'])).code).toBe(0);
    const { printed } = await suite.halyard(['operations', '--help']);
    expect(printed).toContain('Work as an operator of the suite');
  });
});
