import { isId } from '@halyard/core';
import type { FieldRule, FieldRules, ValueForm } from './field-rules.js';

/** Whether a value may be shown as it is. */
type Test = (value: unknown) => boolean;

/** A rule in the form that the writer follows. */
export type Redaction =
  | { readonly kind: 'replaced'; readonly by: string }
  | { readonly kind: 'kept' | 'link' | 'links' | 'href' }
  | { readonly kind: 'tested'; readonly test: Test }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Redaction> }
  | { readonly kind: 'list'; readonly items: Redaction };

/** Values that the gateway replaces for every route. */
export interface Replacements {
  /** Returns the text that is shown for the address of a link in an answer. */
  readonly hrefOf: (href: string) => string;
  /** Scheme and authority that the client used. */
  readonly baseUrl: string;
}

/** JSON after its values were replaced. */
export interface RedactedText {
  readonly text: string;
  readonly isTruncated: boolean;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const PATH_OF_RESOURCE = /^\/[a-z-]{1,64}\/([^/]{36})\/?$/;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Whether the value is the address of a resource, absolute or a path. Text after the address could be anything, so it
 * is not allowed.
 */
function isOwnLink(value: unknown, baseUrl: string): boolean {
  if (!isText(value)) return false;
  const path = value.startsWith(baseUrl) ? value.slice(baseUrl.length) : value;
  return isId(PATH_OF_RESOURCE.exec(path)?.[1]);
}

function testOf(form: ValueForm): Test {
  if ('words' in form) {
    const words = new Set(form.words);
    return (value) => isText(value) && words.has(value);
  }
  if ('pattern' in form) {
    // eslint-disable-next-line patterns/seen -- lint has seen the pattern where its rule declares it
    const pattern = new RegExp(form.pattern);
    return (value) => isText(value) && pattern.test(value);
  }
  switch (form.is) {
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number': {
      const { min = -Infinity, max = Infinity } = form;
      return (value) => typeof value === 'number' && value >= min && value <= max;
    }
    case 'id':
      return isId;
    case 'time':
      return (value) => isText(value) && MOMENT.test(value);
    case 'link':
      return () => false;
  }
}

const isLink = (form: ValueForm): boolean => 'is' in form && form.is === 'link';

const kept: Redaction = { kind: 'kept' };
/** For an answer: shows each `href` without the values of its query. */
export const links: Redaction = { kind: 'links' };
const href: Redaction = { kind: 'href' };
export const replacedBy = (by: string): Redaction => ({ kind: 'replaced', by: `[${by}]` });
const unknown = replacedBy('unknown');
const invalid = replacedBy('invalid');

/** Prepares a rule for the writer. */
export function redactionOf(rule: FieldRule): Redaction {
  if (rule === 'kept') return kept;
  if (typeof rule === 'string') return replacedBy(rule);
  if ('fields' in rule) return objectOf(rule.fields);
  if ('items' in rule) return { kind: 'list', items: redactionOf(rule.items) };
  if (rule.forms.some(isLink)) return { kind: 'link' };
  const tests = rule.forms.map(testOf);
  return { kind: 'tested', test: (value) => tests.some((test) => test(value)) };
}

export const objectOf = (rules: FieldRules): Extract<Redaction, { kind: 'object' }> => ({
  kind: 'object',
  fields: new Map(Object.entries(rules).map(([name, rule]) => [name, redactionOf(rule)])),
});

const NAME_LENGTH_MAX = 64;

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Writes JSON up to a number of bytes. It leaves out a value that no longer fits, with everything after it, so that the
 * written part can still be parsed.
 */
class Writer {
  text = '';
  isFull = false;

  constructor(
    private left: number,
    private readonly replaced: Replacements,
  ) {}

  write(before: string, value: unknown, redaction: Redaction): boolean {
    switch (redaction.kind) {
      case 'replaced':
        return this.add(`${before}"${redaction.by}"`);
      case 'kept':
        return typeof value === 'object' && value !== null
          ? this.write(before, value, invalid)
          : this.keep(before, value);
      case 'link':
        if (!isOwnLink(value, this.replaced.baseUrl)) return this.write(before, value, invalid);
        return this.keep(before, value);
      case 'links':
        if (Array.isArray(value)) return this.items(before, value, links);
        if (!isObject(value)) return this.keep(before, value);
        return this.members(before, value, (name, member) =>
          name === 'href' ? href : typeof member === 'object' ? links : kept,
        );
      case 'href':
        return this.keep(before, isText(value) ? this.replaced.hrefOf(value) : value);
      case 'tested':
        if (value === null || redaction.test(value)) return this.add(before + JSON.stringify(value));
        return this.write(before, value, invalid);
      case 'object':
        if (!isObject(value)) return this.write(before, value, invalid);
        return this.members(before, value, (name) => redaction.fields.get(name) ?? unknown);
      case 'list':
        if (!Array.isArray(value)) return this.write(before, value, invalid);
        return this.items(before, value, redaction.items);
    }
  }

  private keep(before: string, value: unknown): boolean {
    return this.add(before + (JSON.stringify(value) ?? 'null'));
  }

  private members(before: string, value: Members, redactionOf: (name: string, member: unknown) => Redaction): boolean {
    if (!this.open(`${before}{`)) return false;
    let separator = '';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const redaction = redactionOf(name, member);
      const key = `${separator}${JSON.stringify(redaction === unknown ? name.slice(0, NAME_LENGTH_MAX) : name)}:`;
      if (!this.write(key, member, redaction)) break;
      separator = ',';
    }
    this.text += '}';
    return !this.isFull;
  }

  private items(before: string, value: readonly unknown[], redaction: Redaction): boolean {
    if (!this.open(`${before}[`)) return false;
    let separator = '';
    for (const item of value) {
      if (!this.write(separator, item, redaction)) break;
      separator = ',';
    }
    this.text += ']';
    return !this.isFull;
  }

  /** Opens an object or a list, and reserves the byte for its end. */
  private open(text: string): boolean {
    if (!this.add(text, 1)) return false;
    this.left -= 1;
    return true;
  }

  private add(text: string, more = 0): boolean {
    const bytes = Buffer.byteLength(text);
    if (bytes + more > this.left) {
      this.isFull = true;
      return false;
    }
    this.left -= bytes;
    this.text += text;
    return true;
  }
}

/** A JSON value as it is recorded, in at most `bytesMax` bytes. */
export function redacted(value: unknown, redaction: Redaction, bytesMax: number, replaced: Replacements): RedactedText {
  const writer = new Writer(bytesMax, replaced);
  writer.write('', value, redaction);
  return { text: writer.text, isTruncated: writer.isFull };
}
