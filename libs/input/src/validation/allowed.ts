import type { JsonSchema } from './declared.js';

/** The longest list of words that a message repeats. A longer one is left to the API description. */
const WORDS_LENGTH_MAX = 160;
const ITEM_LENGTH_MAX = 40;

/** Says for the message of a fault which values a schema allows; undefined if only a pattern tells. */
export function allowedBy(schema: JsonSchema): string | undefined {
  const { minimum, maximum } = schema;
  const words = enumeration(schema) ?? range(minimum, maximum) ?? described(schema) ?? bounds(schema);
  return words && `Allowed: ${words}.`;
}

/** Names a wrong item in a sentence, if the list takes only certain words. */
export function notAllowed(item: unknown, schema: JsonSchema): string | undefined {
  const isWord = typeof item === 'string' && wordsOf(schema) !== undefined;
  return isWord ? `Not allowed: ${item.slice(0, ITEM_LENGTH_MAX).toWellFormed()}.` : undefined;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function wordsOf({ enum: own, items }: JsonSchema): readonly unknown[] | undefined {
  const words = own ?? (isSchema(items) ? items['enum'] : undefined);
  return Array.isArray(words) ? (words as readonly unknown[]) : undefined;
}

function enumeration(schema: JsonSchema): string | undefined {
  const words = wordsOf(schema)?.join(', ');
  return words !== undefined && words.length <= WORDS_LENGTH_MAX ? words : undefined;
}

/** The description of a schema as a part of a sentence: `ten digits` for `Ten digits.` */
function described({ description }: JsonSchema): string | undefined {
  if (typeof description !== 'string') return undefined;
  const text = description.replace(/\.$/, '');
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function bounds({ type, minLength, maxLength, minItems, maxItems }: JsonSchema): string | undefined {
  if (type === 'boolean') return 'true, false';
  if (type === 'object') return 'an object';
  return range(minLength, maxLength, 'character') ?? range(minItems, maxItems, 'item');
}

function range(least: unknown, most: unknown, unit?: string): string | undefined {
  const [from, to] = [least, most].map((bound) => (typeof bound === 'number' ? bound : undefined));
  if (to !== undefined) return `${from === undefined ? 'at most' : `${from} to`} ${counted(to, unit)}`;
  return from === undefined ? undefined : `at least ${counted(from, unit)}`;
}

const counted = (count: number, unit?: string): string =>
  unit ? `${count} ${unit}${count === 1 ? '' : 's'}` : `${count}`;
