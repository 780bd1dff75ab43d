import { describe, expect, it } from '@jest/globals';
import { allowedBy, notAllowed } from './allowed.js';

describe('what a schema allows, in words', () => {
  it.each([
    [{ enum: ['personal', 'business'] }, 'personal, business'],
    [{ type: 'array', items: { enum: ['ach', 'wire'] }, description: 'Channels.' }, 'ach, wire'],
    [{ enum: Array(100).fill('word'), description: 'Ten digits.' }, 'ten digits'],
    [{ type: 'string', description: 'UUIDs alone.' }, 'UUIDs alone'],
    [{ type: 'string', description: 'A UUID.', maxLength: 36 }, 'a UUID'],
    [{ type: 'integer', minimum: 1, maximum: 200 }, '1 to 200'],
    [{ type: 'number', minimum: 0 }, 'at least 0'],
    [{ type: 'string', minLength: 1, maxLength: 5 }, '1 to 5 characters'],
    [{ type: 'array', maxItems: 1 }, 'at most 1 item'],
    [{ type: 'array', minItems: 2 }, 'at least 2 items'],
    [{ type: 'boolean' }, 'true, false'],
    [{ type: 'object' }, 'an object'],
  ])('of %j', (schema, words) => expect(allowedBy(schema)).toBe(`Allowed: ${words}.`));

  it.each([{}, { not: {} }, { pattern: 'x' }, { enum: Array(100).fill('word') }])('is nothing of %j', (schema) =>
    expect(allowedBy(schema)).toBeUndefined(),
  );

  it('names an item that is none of the words, as far as it is no longer than they are', () => {
    const schema = { items: { enum: ['ach'] } };
    expect(notAllowed('sms', schema)).toBe('Not allowed: sms.');
    expect(notAllowed('x'.repeat(1_000), schema)).toBe(`Not allowed: ${'x'.repeat(40)}.`);
    expect(notAllowed(7, schema)).toBeUndefined();
    expect(notAllowed('secret', { items: { pattern: 'x' }, description: 'A text.' })).toBeUndefined();
  });
});
