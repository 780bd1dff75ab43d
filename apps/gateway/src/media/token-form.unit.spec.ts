import { describe, expect, it } from '@jest/globals';
import { parseTokenForm } from './token-form.js';

const FORM = 'application/x-www-form-urlencoded';
const read = (text: string, type = FORM) => parseTokenForm(Buffer.from(text), type);
const many = Array.from({ length: 33 }, (_, index) => `a${index}=`).join('&');

describe('parseTokenForm', () => {
  it('reads text', async () => {
    expect(await read('grant_type=client_credentials&scope=a+b')).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
    });
    expect(await read('{"grant_type":"client_credentials","n":1}', 'application/json')).toEqual({
      grant_type: 'client_credentials',
    });
  });

  it.each([
    ['repeats a parameter', 'a=1&a=2', FORM],
    ['has too many', many, FORM],
    ['has one that is too long', `scope=${'%00'.repeat(4_096)}`, FORM],
    ['has a name that is too long', JSON.stringify({ ['k'.repeat(5_000)]: '' }), 'application/json'],
  ])('refuses what %s', async (_, text, type) => {
    await expect(read(text, type)).rejects.toMatchObject({ code: 'BadRequest' });
  });
});
