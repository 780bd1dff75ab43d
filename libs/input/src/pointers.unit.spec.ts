import { expect, it } from '@jest/globals';
import { FoundPointers } from './pointers.js';

it('a place that is only counted is not looked at', () => {
  let reads = 0;
  const keys = new Proxy(['a', 'b'], { get: (target, name) => ((reads += 1), Reflect.get(target, name) as unknown) });
  const found = new FoundPointers();
  for (let index = 0; index < 25; index += 1) found.add([String(index)]);
  found.add(keys);
  expect(reads).toBe(0);
  const { faults, moreFaults } = found.faults((path) => ({ code: 'Invalid', message: 'Wrong.', path }));
  expect([faults.length, moreFaults]).toEqual([25, 1]);
});
