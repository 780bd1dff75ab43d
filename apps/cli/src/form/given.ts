import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Property, Template, Values } from '@halyard/client';
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

async function fileOf(name: string, path: string): Promise<File> {
  const bytes = await readFile(path).catch(() => {
    throw wrongUsage(`--set ${name}: ${path} can't be read`);
  });
  const type = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return new File([new Uint8Array(bytes)], basename(path), { type });
}

/** A name without the numbers of items: the rules of a list's first item apply to all. */
export const ruleNameOf = (name: string): string => name.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '0');

async function valueOf(property: Property | undefined, name: string, texts: readonly string[]): Promise<unknown> {
  if (property?.multiple) return itemsOf(texts);
  const text = onlyValueOf(name, texts);
  if (property?.type !== 'file') return text;
  if (!text.startsWith('@')) throw wrongUsage(`--set ${name}: a file is given as ${name}=@FILE`);
  return fileOf(name, text.slice(1));
}

/** The values for a template, as texts; the template converts them to the types of its fields. */
export async function valuesFor({ properties = [] }: Template, given: GivenValues): Promise<Values> {
  const entries = [...given].map(async ([name, texts]) => {
    const property = properties.find((each) => each.name === name || each.name === ruleNameOf(name));
    return [name, await valueOf(property, name, texts)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
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
