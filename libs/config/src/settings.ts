import { Transform, Type } from 'class-transformer';
import { IsDefined, ValidateBy, ValidateNested } from 'class-validator';

/** A parser's result for text that it can't read. `wants` says in words what it wants, if that depends on the text. */
class MalformedText {
  constructor(readonly wants?: string) {}
}
const malformed = new MalformedText();
type ParsedSetting = string | number | boolean | readonly string[] | MalformedText;

/** An `optional` setting may be missing. A setting with an initializer, its default, needs no `optional`. */
export interface SettingOptions {
  readonly optional?: boolean;
}

/** A variable, or a class whose properties have variables. */
type SettingSource =
  { readonly variable: string } | { readonly group: () => abstract new (...parameters: never[]) => object };

const sourcesByPrototype = new WeakMap<object, Map<string, SettingSource>>();

/** Includes those of ancestors. */
export function settingsOf(prototype: unknown): ReadonlyMap<string, SettingSource> {
  if (typeof prototype !== 'object' || prototype === null) return new Map();
  return new Map([...settingsOf(Object.getPrototypeOf(prototype)), ...(sourcesByPrototype.get(prototype) ?? [])]);
}

function declare(target: object, property: string | symbol, source: SettingSource): void {
  const sources = sourcesByPrototype.get(target) ?? new Map<string, SettingSource>();
  sourcesByPrototype.set(target, sources.set(String(property), source));
}

/** `databaseUrl` -> `DATABASE_URL`; a name already written like that stays as it is. */
export const variableOf = (property: string): string => property.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();

/**
 * A property that is read from the variable of its name. Text that `parse` can't read is refused even if there is a
 * default: configuration never falls back on garbage.
 */
function setting(wants: string, parse: (text: string) => ParsedSetting, { optional = false }: SettingOptions) {
  return (target: object, property: string | symbol): void => {
    declare(target, property, { variable: variableOf(String(property)) });
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parse(value) : value))(target, property);
    ValidateBy({
      name: 'setting',
      validator: {
        validate: (value: unknown) => (value === undefined ? optional : !(value instanceof MalformedText)),
        defaultMessage: (found) => {
          const value: unknown = found?.value;
          return value instanceof MalformedText ? `must be ${value.wants ?? wants}` : `is missing: ${wants}`;
        },
      },
    })(target, property);
  };
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['on', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['no', false],
  ['0', false],
]);

/** A boolean, parsed by hand because implicit conversion makes `'false'` true. */
export const Flag = () =>
  setting('true, false, on, off, yes, no, 1 or 0', (text) => flags.get(text.toLowerCase()) ?? malformed, {});

/** A whole number in decimal digits, from `min` to `max` inclusive. */
export function Int({ min, max, ...options }: SettingOptions & { readonly min: number; readonly max: number }) {
  return setting(
    `a whole number from ${min} to ${max}`,
    (text) => {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : malformed;
    },
    options,
  );
}

/** A TCP port; 0 lets the system choose one. */
export const Port = (options: SettingOptions = {}) => Int({ min: 0, max: 65_535, ...options });

interface TextOptions extends SettingOptions {
  readonly matches?: RegExp;
  /** The fault of a text, in words that do not repeat it; undefined if there is none. */
  readonly problemOf?: (text: string) => string | undefined;
  readonly wants?: string;
}

/** Text that is not empty and, if given, matches a pattern or passes a check. `wants` describes these in words. */
export function Text(options: TextOptions = {}) {
  const { matches, problemOf, wants = 'text' } = options;
  const parse = (text: string): ParsedSetting => {
    if (matches && !matches.test(text)) return malformed;
    const problem = problemOf?.(text);
    return problem === undefined ? text : new MalformedText(`${wants}: ${problem}`);
  };
  return setting(wants, parse, options);
}

export const OneOf = (values: readonly string[], options: SettingOptions = {}) =>
  setting(`one of ${values.join(', ')}`, (text) => (values.includes(text) ? text : malformed), options);

/** An absolute URL with one of the schemes (`['https']`), kept as text. */
export function Url(schemes: readonly string[], options: SettingOptions = {}) {
  const parse = (text: string): ParsedSetting =>
    schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text) ? text : malformed;
  return setting(`a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, parse, options);
}

/** Texts separated by commas: `a, b` -> `['a', 'b']`. */
export function List(options: SettingOptions & { readonly itemMatches?: RegExp; readonly wants?: string }) {
  const { itemMatches, wants = 'a list with commas between its items' } = options;
  const parse = (text: string): ParsedSetting => {
    const items = text.split(',').map((item) => item.trim());
    return items.every((item) => item !== '' && (itemMatches?.test(item) ?? true)) ? items : malformed;
  };
  return setting(wants, parse, options);
}

/** Origins of HTTP servers, without a path: `http://a:4000, http://b:4000`. */
export const Origins = () =>
  List({ itemMatches: /^https?:\/\/[^/\s]+$/, wants: 'origins (http://host:port) with commas between them' });

/** Settings that several apps share, in a class of their own. Its properties are read from their own variables. */
export function Group(group: () => new () => object) {
  return (target: object, property: string | symbol): void => {
    declare(target, property, { group });
    Type(group)(target, property);
    IsDefined()(target, property);
    ValidateNested()(target, property);
  };
}
