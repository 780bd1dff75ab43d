import { describe, expect, it } from '@jest/globals';
import { keysetPage } from './keyset.js';

const found = ['a', 'b', 'c'].map((id) => ({ id }));

describe('a page of a list by id', () => {
  it.each([
    [0, 2, undefined],
    [1, 2, undefined],
    [2, 2, undefined],
    [3, 2, 'b'],
    [3, 3, undefined],
    [2, 1, 'a'],
  ])('of %i that were found for a limit of %i leads on behind %s', (count, limit, nextAnchor) => {
    const page = keysetPage(found.slice(0, count), limit);
    expect(page.items).toEqual(found.slice(0, Math.min(count, limit)));
    expect(page.keyset).toEqual({ limit, ...(nextAnchor !== undefined && { nextAnchor }) });
  });
});
