import { describe, expect, it } from '@jest/globals';
import { COUNT_MAX, refuseUncounted, totalOf } from './count.js';

describe('what a list says of its matches', () => {
  it.each([
    [0, { total: 0 }],
    [1, { total: 1 }],
    [COUNT_MAX, { total: COUNT_MAX }],
    [COUNT_MAX + 1, { total: COUNT_MAX, totalIsAtLeast: true }],
  ])('of %d is %j', (count, total) => expect(totalOf(count)).toEqual(total));

  it.each([0, COUNT_MAX])('is shown from offset %d on', (offset) =>
    expect(() => refuseUncounted(offset)).not.toThrow(),
  );

  it('is refused beyond those that are counted', () =>
    expect(() => refuseUncounted(COUNT_MAX + 1)).toThrow(
      expect.objectContaining({
        code: 'ValidationError',
        detail: expect.objectContaining({ faults: [expect.objectContaining({ path: '/query/offset' })] }),
      }),
    ));
});
