import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { showsRemoved } from './list-funding-sources.controller.js';

describe('the `removed` filter of a list', () => {
  it('hides removed sources only when it is false', () => {
    expect(showsRemoved({})).toBe(true);
    for (const removed of ['true', 'True', '1']) expect(showsRemoved({ removed })).toBe(true);
    for (const removed of ['false', 'False', 'FALSE', '0']) expect(showsRemoved({ removed })).toBe(false);
  });

  it.each(['', 'no', 'none', ['false', 'false']])('is refused when it is %j', (removed) => {
    expect(() => showsRemoved({ removed })).toThrow(DomainError);
  });
});
