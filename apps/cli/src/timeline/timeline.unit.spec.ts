import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

it('a timeline has the account’s times, and the system’s beside those that differ from it', async () => {
  const entries = [
    {
      id: '1',
      at: '2026-03-02T15:00:00.000Z',
      recorded: '2026-03-02T15:00:01.900Z',
      kind: 'transfer',
      status: 'settled',
    },
    {
      id: '2',
      at: '2026-05-04T22:00:00.000Z',
      recorded: '2026-03-02T15:00:09.000Z',
      kind: 'transfer',
      status: 'returned',
    },
  ];
  suite.answers = { 'GET /payments/p-1/timeline?limit=200': { body: { _embedded: { entries } } } };
  const { printed } = await suite.halyard(['payments', 'timeline', 'p-1']);
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^2026-03-02T15:00:00.000Z  .*status settled$/),
    expect.stringMatching(/^2026-05-04T22:00:00.000Z  .*status returned  \(recorded 2026-03-02T15:00:09.000Z\)$/),
  ]);
});
