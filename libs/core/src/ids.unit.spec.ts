import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveId, deriveTimedId, idsBeginning, idTimeMs, isId, newId, siblingId } from './index.js';

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
    expect(deriveId('operation', '0')).toBe('3d998378-4e8d-8239-a73b-269c363d7db2');
  });

  it('gives other ids for other parts, their order and their borders included', () => {
    expect(deriveId('a', 'b')).not.toBe(deriveId('b', 'a'));
    expect(deriveId('ab', 'c')).not.toBe(deriveId('a', 'bc'));
    expect(deriveId('a')).not.toBe(deriveId('a', ''));
  });

  it('gives a UUID of version 8', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        const id = deriveId(...parts);
        expect(isId(id) && id[14] === '8').toBe(true);
      }),
    );
  });
});

describe('siblingId', () => {
  it('keeps the time and gives another id for each purpose', () => {
    const id = newId();
    const siblings = Array.from({ length: 1_000 }, (_, purpose) => siblingId(id, purpose));
    expect(siblings.every((sibling) => isId(sibling) && idTimeMs(sibling) === idTimeMs(id))).toBe(true);
    expect(new Set([id, ...siblings]).size).toBe(1_001);
  });

  it('gives the same id again, and other ids for other ids', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), fc.nat(10_000), (one, other, purpose) => {
        expect(siblingId(one, purpose)).toBe(siblingId(one, purpose));
        expect(siblingId(one, purpose) === siblingId(other, purpose)).toBe(one === other);
      }),
    );
  });
});

describe('deriveTimedId', () => {
  it('gives the same id for the same parts, with the time of its origin', () => {
    const origin = newId();
    const id = deriveTimedId(origin, 'leg', '1');
    expect(id).toBe(deriveTimedId(origin, 'leg', '1'));
    expect(id).not.toBe(deriveTimedId(origin, 'leg', '2'));
    expect(isId(id) && id[14] === '7' && idTimeMs(id) === idTimeMs(origin)).toBe(true);
  });

  it('counts as made at the epoch where the origin carries no time', () => {
    const id = deriveTimedId(deriveId('no', 'time'));
    expect(isId(id)).toBe(true);
    expect(idTimeMs(id)).toBe(0);
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

describe('idsBeginning', () => {
  it.each([
    ['0195b3a0', '0195b3a0000000000000000000000000', '0195b3a0ffffffffffffffffffffffff'],
    ['0195b3a0-1c', '0195b3a01c0000000000000000000000', '0195b3a01cffffffffffffffffffffff'],
  ])('are all between two: %s', (digits, least, greatest) => {
    expect(idsBeginning(digits)).toEqual([least, greatest]);
  });

  it('are one for a whole id', () => {
    const id = newId();
    const hex = id.replaceAll('-', '');
    expect(idsBeginning(id)).toEqual([hex, hex]);
  });
});
