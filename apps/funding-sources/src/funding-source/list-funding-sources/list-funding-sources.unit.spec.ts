import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { showsRemoved } from './list-funding-sources.controller.js';

describe('the `removed` filter of a list', () => {
  it('hides removed sources only when it is false', () => {
    expect(showsRemoved({})).toBe(true);
    expect(showsRemoved({ removed: 'true' })).toBe(true);
    expect(showsRemoved({ removed: 'false' })).toBe(false);
  });

  it.each(['', 'no', 'FALSE', ['false', 'false']])('is refused when it is %j', (removed) => {
    expect(() => showsRemoved({ removed })).toThrow(DomainError);
  });
});
