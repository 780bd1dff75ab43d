import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveId, idTimeMs, isId, newId } from './index.js';

describe('newId', () => {
  it('gives UUIDs of version 7, each one later than the one before', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.every((id) => isId(id) && id[14] === '7')).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('carries the time at which it was made', () => {
    const before = Date.now();
    const made = idTimeMs(newId());
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});

describe('idTimeMs', () => {
  // RFC 9562, appendix A.6
  it('reads the example of the standard', () => {
    expect(idTimeMs('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.UTC(2022, 1, 22, 19, 22, 22));
  });
});

describe('deriveId', () => {
  it('gives the same id for the same parts for ever: stored ids depend on it', () => {
    expect(deriveId('operation', '0')).toBe(deriveId('operation', '0'));
    expect(deriveId('operation', '0')).toBe('bb6125b8-54b1-5566-a078-7bde8cf4684c');
  });

  it('gives other ids for other parts, their order and their borders included', () => {
    expect(deriveId('a', 'b')).not.toBe(deriveId('b', 'a'));
    expect(deriveId('ab', 'c')).not.toBe(deriveId('a', 'bc'));
    expect(deriveId('a')).not.toBe(deriveId('a', ''));
  });

  it('gives a UUID of version 5', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        const id = deriveId(...parts);
        expect(isId(id) && id[14] === '5').toBe(true);
      }),
    );
  });
});

describe('isId', () => {
  it.each([
    '',
    'R01',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398',
    '017f22e279b07cc398c4dc0c0c07398f',
    '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398g',
    ' 017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    undefined,
    null,
    7,
    {},
  ])('refuses %p', (value) => expect(isId(value)).toBe(false));
});
