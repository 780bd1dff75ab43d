import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { initialOf, type Property, type Template, type Values } from '@halyard/client';
import type { Context } from '../context.js';
import { wrongUsage } from '../exit-codes.js';

/** Values as texts, by field name. A field that takes several values may have several texts. */
export type GivenValues = ReadonlyMap<string, readonly string[]>;

/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

/** @throws CommandFailure if there is no `=` */
export function givenOf(settings: readonly string[]): GivenValues {
  const given = new Map<string, string[]>();
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw wrongUsage(`--set ${setting}: it must be name=value`);
    const name = setting.slice(0, at);
    given.set(name, [...(given.get(name) ?? []), setting.slice(at + 1)]);
  }
  return given;
}

/** @throws CommandFailure if a field that takes one value got several */
export function onlyValueOf(name: string, texts: readonly string[]): string {
  const [text = '', ...others] = texts;
  if (others.length > 0) throw wrongUsage(`--set ${name}: it takes one value, and was given ${texts.length}`);
  return text;
}

/** Reads items that are given one by one, or all as a JSON array. */
function itemsOf(texts: readonly string[]): readonly unknown[] {
  return texts.flatMap((text): readonly unknown[] => {
    const list: unknown = text.trimStart().startsWith('[') ? jsonIn(text) : undefined;
    return Array.isArray(list) ? list : [text];
  });
}

/** Undefined if the text is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A file of this machine, and where it is. */
export class LocalFile extends File {
  constructor(
    readonly path: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) {
    super([bytes], basename(path), { type: MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream' });
  }
}

async function fileOf(name: string, path: string): Promise<File> {
  const bytes = await readFile(path).catch(() => {
    throw wrongUsage(`--set ${name}: ${path} can't be read`);
  });
  return new LocalFile(path, new Uint8Array(bytes));
}

/** A name without the numbers of items: the rules of a list's first item apply to all. */
export const ruleNameOf = (name: string): string => name.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '0');

/** The name without its last part, and the last part: `fees.0.amount` and `currency`. */
function partsOf(name: string): readonly [group: string, last: string] {
  const at = name.lastIndexOf('.');
  return [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
}

/** The value of a field that has no other choice. */
function onlyOptionOf(property: Property): string | undefined {
  const [option, ...others] = property.options?.inline ?? [];
  if (option === undefined || others.length > 0 || initialOf(property) !== undefined) return undefined;
  return typeof option === 'string' ? option : option.value;
}

/** Adds the values of fields that have one choice: if they are required, or a field beside them is given. */
export function withOnlyOptions({ properties = [] }: Template, given: GivenValues): GivenValues {
  const filled = new Map(given);
  for (const property of properties) {
    const only = onlyOptionOf(property);
    if (only === undefined) continue;
    const [group, last] = partsOf(property.name);
    const beside = [...given.keys()]
      .map((name) => partsOf(name)[0])
      .filter((each) => each !== '' && ruleNameOf(each) === group)
      .map((each) => `${each}.${last}`);
    for (const name of [...(property.required ? [property.name] : []), ...beside])
      if (!filled.has(name)) filled.set(name, [only]);
  }
  return filled;
}

async function valueOf(property: Property | undefined, name: string, texts: readonly string[]): Promise<unknown> {
  if (property?.multiple) return itemsOf(texts);
  const text = onlyValueOf(name, texts);
  if (property?.type !== 'file') return text;
  if (!text.startsWith('@')) throw wrongUsage(`--set ${name}: a file is given as ${name}=@FILE`);
  return fileOf(name, text.slice(1));
}

/** The values for a template, as texts; the template converts them to the types of its fields. */
export async function valuesFor({ properties = [] }: Template, given: GivenValues): Promise<Values> {
  const named = (name: string): Property | undefined =>
    properties.find((each) => each.name === name || each.name === ruleNameOf(name));
  const entries = [...given].map(async ([name, texts]) => {
    const property = named(name);
    // A list whose items are fields of their own: `redirectUrls` stands for `redirectUrls.0`, `redirectUrls.1`.
    if (!property && named(`${name}.0`)) return itemsOf(texts).map((item, at) => [`${name}.${at}`, item] as const);
    return [[name, await valueOf(property, name, texts)] as const];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/**
 * The JSON body from a file or standard input. It is sent as written, because a float can't hold every number.
 * @throws CommandFailure if it is no JSON
 */
export async function bodyFrom({ readInput }: Context, file: string): Promise<{ text: string; isObject: boolean }> {
  const read = await (file === '-' ? readInput() : readFile(file, 'utf8')).catch(() => {
    throw wrongUsage(`${file} can't be read`);
  });
  const text = read.replace(BYTE_ORDER_MARK, '');
  const value = jsonIn(text);
  if (value === undefined) throw wrongUsage(`${file === '-' ? 'standard input' : file} is not JSON`);
  return { text, isObject: typeof value === 'object' && value !== null && !Array.isArray(value) };
}
