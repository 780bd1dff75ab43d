import { describe, expect, it } from '@jest/globals';
import { healthChecks } from '@halyard/contracts/operations';
import { type HealthLook, resultsOf } from './health-look.js';

const never = new Promise<never>(() => undefined);
const well = (check: HealthLook['check']): HealthLook => ({ check, look: () => undefined });
const fails = (check: HealthLook['check']): HealthLook => ({
  check,
  look: () => Promise.reject(new Error('connect ECONNREFUSED, password secret')),
});
const UNSEEN = 'This could not be looked at.';

describe('the looks of a service', () => {
  it('say what is right with each check while nothing is wrong', async () => {
    expect(await resultsOf([well('database'), well('keys-parked')])).toEqual([
      { name: 'database', status: 'ok', message: healthChecks.database.well },
      { name: 'keys-parked', status: 'ok', message: healthChecks['keys-parked'].well },
    ]);
  });

  it('have the status of their row while something is wrong, and say since when', async () => {
    const since = new Date('2026-03-02T12:00:00.000Z');
    const results = await resultsOf([
      { check: 'keys-parked', look: () => ({ message: 'Some wait.', since }) },
      { check: 'money-conserved', look: () => Promise.resolve({ message: 'It does not add up.' }) },
    ]);
    expect(results).toEqual([
      { name: 'keys-parked', status: 'warning', since: since.toISOString(), message: 'Some wait.' },
      { name: 'money-conserved', status: 'failing', message: 'It does not add up.' },
    ]);
  });

  it('count one that fails or does not end as wrong, without its error', async () => {
    const hanging: HealthLook = { check: 'consumers-behind', look: () => never };
    expect(await resultsOf([fails('outbox-old'), hanging, well('database')], 20)).toEqual([
      { name: 'outbox-old', status: 'warning', message: UNSEEN },
      { name: 'consumers-behind', status: 'warning', message: UNSEEN },
      { name: 'database', status: 'ok', message: healthChecks.database.well },
    ]);
  });

  it.each(['database', 'event-store'] as const)('leave out what can not be seen while %s is away', async (store) => {
    const parked: HealthLook = { check: 'keys-parked', look: () => ({ message: 'Some wait.' }) };
    const results = await resultsOf([fails('outbox-old'), fails(store), parked, fails('money-conserved')]);
    expect(results).toEqual([
      { name: store, status: 'failing', message: UNSEEN },
      { name: 'keys-parked', status: 'warning', message: 'Some wait.' },
    ]);
  });
});
