import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

it('the token of an application is printed alone', async () => {
  expect(await suite.halyard(['token'])).toMatchObject({ code: 0, printed: 'a.b.c', noted: '' });
});
