import { expect, it } from '@jest/globals';
import { inTurn, longestFirst, shuffled } from '../jest/in-turn.ts';

it('has the specs of the suite in turn with six others each, keeps the order of each kind, and leaves none out', () => {
  const others = Array.from({ length: 9 }, (_, index) => `other ${index}`);
  const ordered = inTurn([...others, 'suite 1', 'suite 2'], (spec) => spec.startsWith('suite'));
  expect(ordered).toEqual(['suite 1', ...others.slice(0, 6), 'suite 2', ...others.slice(6)]);
});

it('has the longest first, keeps the order of each kind, and leaves none out', () => {
  const ordered = longestFirst(['one', 'kills', 'other', 'flaps'], (spec) => /kills|flaps/.test(spec));
  expect(ordered).toEqual(['kills', 'flaps', 'one', 'other']);
});

it('has one order for a seed, another one for another seed, and leaves none out', () => {
  const specs = Array.from({ length: 9 }, (_, index) => ({ path: `spec ${index}` }));
  const [first, again, other] = ['1', '1', '2'].map((seed) => shuffled(specs, seed));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(other).toEqual(expect.arrayContaining(specs));
});
