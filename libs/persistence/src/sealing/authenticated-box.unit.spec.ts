import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closeBox, openBox } from './authenticated-box.js';

const key = createSecretKey(randomBytes(32));
const parts = fc.array(fc.string(), { maxLength: 3 });
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

describe('the authenticated box', () => {
  it('gives back what was put in', () => {
    fc.assert(
      fc.property(parts, bytes, (boundTo, content) => {
        expect(openBox(key, boundTo, closeBox(key, boundTo, content))).toEqual(content);
      }),
    );
  });

  it('takes a fraction of the bytes of what is long and repeats itself', () => {
    const content = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, number) => ({ status: 201, number }))));
    const box = closeBox(key, ['subject'], content);
    expect(box.length).toBeLessThan(content.length / 3);
    expect(openBox(key, ['subject'], box)).toEqual(content);
    expect(() => openBox(key, ['other'], box)).toThrow();
  });

  it('opens under no other binding', () => {
    fc.assert(
      fc.property(parts, parts, bytes, (boundTo, other, content) => {
        fc.pre(JSON.stringify(boundTo) !== JSON.stringify(other));
        expect(() => openBox(key, other, closeBox(key, boundTo, content))).toThrow();
      }),
    );
  });

  it('does not open once any bit was changed', () => {
    const box = closeBox(key, ['subject'], Buffer.from('123-45-6789'));
    for (let bit = 0; bit < box.length * 8; bit += 1) {
      const changed = Buffer.from(box);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openBox(key, ['subject'], changed)).toThrow();
    }
  });

  it('does not open once it was cut', () => {
    const box = closeBox(key, ['subject'], Buffer.from('123-45-6789'));
    for (let length = 0; length < box.length; length += 1) {
      expect(() => openBox(key, ['subject'], box.subarray(0, length))).toThrow();
    }
  });

  it('never gives the same bytes twice', () => {
    const boxes = Array.from({ length: 100 }, () => closeBox(key, [], Buffer.from('same')).toString('hex'));
    expect(new Set(boxes).size).toBe(100);
  });
});
