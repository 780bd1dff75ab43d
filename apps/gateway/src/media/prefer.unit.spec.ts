import { describe, expect, it } from '@jest/globals';
import { prefersStrict } from './prefer.js';

describe('Prefer', () => {
  it.each([
    'handling=strict',
    'Handling = "strict"',
    'respond-async, wait=10, HANDLING=strict; foo="bar"',
    ['return=minimal', 'handling=strict'],
    'handling=strict, handling=lenient',
  ])('%j asks for strict handling', (given) => expect(prefersStrict(given)).toBe(true));

  it.each([
    undefined,
    '',
    'handling',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'strict',
    'x-handling=strict',
    'handling=stricter',
  ])('%j does not', (given) => expect(prefersStrict(given)).toBe(false));
});
