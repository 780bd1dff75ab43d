import { describe, expect, it } from '@jest/globals';
import { isAmong } from './origins.js';

const registered = ['https://shop.example', 'https://shop.example:8443', 'http://localhost:*'];

describe('an origin', () => {
  it.each(['https://shop.example', 'https://shop.example:8443', 'http://localhost', 'http://localhost:3000'])(
    '%s is among those that are registered',
    (origin) => expect(isAmong(registered, origin)).toBe(true),
  );

  it.each([
    'http://shop.example',
    'https://shop.example.evil.example',
    'https://evil.shop.example',
    'https://shop.example:444',
    'https://shop.example/',
    'http://localhost.evil.example',
    'http://localhost:3000.evil.example',
    'http://localhost:*',
    'http://localhost:',
    'https://localhost:3000',
    'null',
    '*',
    '',
  ])('%s is not', (origin) => expect(isAmong(registered, origin)).toBe(false));
});
