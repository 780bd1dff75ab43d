import { describe, expect, it } from '@jest/globals';
import { partsOf } from './parts.js';

describe('the parts of a list', () => {
  it('have at most so many items, in order', () => {
    expect([...partsOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...partsOf([1, 2], 2)]).toEqual([[1, 2]]);
  });

  it('are none of an empty one', () => {
    expect([...partsOf([], 2)]).toEqual([]);
  });
});
