import { expect, it } from '@jest/globals';
import { OutageLog } from './outage-log.js';

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

it('says why once for each kind of cause, however many requests it concerns, and whatever wraps it', () => {
  const lines: object[] = [];
  const outages = new OutageLog({ warn: (fields) => void lines.push(fields) });
  const full = coded('53100', 'could not extend file: No space left on device');
  outages.note(new Error('a page was not written', { cause: full }));
  outages.note(Object.assign(new Error('QueryFailedError'), { driverError: full }));
  outages.note(coded('ECONNREFUSED', 'connect ECONNREFUSED'));
  expect(lines).toEqual([
    { code: '53100', cause: 'could not extend file: No space left on device' },
    { code: 'ECONNREFUSED', cause: 'connect ECONNREFUSED' },
  ]);
});
