import { expect, it } from '@jest/globals';
import { booleanOf } from './boolean.js';

it.each([
  [['true', 'True', 'TRUE', '1', true], true],
  [['false', 'False', 'FALSE', '0', false], false],
  [['', ' true', 'truee', 'no', 'yes', '2', '01', 1, 0, null, undefined, {}, [], ['true'], 'constructor'], undefined],
])('%j mean %s', (values, meant) => {
  for (const value of values) expect(booleanOf(value)).toBe(meant);
});
