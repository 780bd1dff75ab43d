import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Property, Template, Values } from '@halyard/client';
import type { Context } from '../context.js';
import { wrongUsage } from '../failure.js';

/** Fields as they were given: by name, as text. */
export type Given = ReadonlyMap<string, string>;

/** Field types of HAL-FORMS whose values are no text. */
const TYPED = new Set(['number', 'range', 'checkbox']);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

/** @throws CommandFailure for what has no `=` */
export function givenOf(settings: readonly string[]): Given {
  return new Map(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      if (at < 1) throw wrongUsage(`--set ${setting}: it must be name=value`);
      return [setting.slice(0, at), setting.slice(at + 1)] as const;
    }),
  );
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function fileOf(name: string, path: string): Promise<File> {
  const bytes = await readFile(path).catch(() => {
    throw wrongUsage(`--set ${name}: ${path} can't be read`);
  });
  const type = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return new File([new Uint8Array(bytes)], basename(path), { type });
}

/** A name without the numbers of items: the rules of a list's first item hold for all. */
export const ruleNameOf = (name: string): string => name.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '0');

async function valueOf(property: Property | undefined, name: string, text: string): Promise<unknown> {
  if (property?.type === 'file') {
    if (!text.startsWith('@')) throw wrongUsage(`--set ${name}: a file is given as ${name}=@FILE`);
    return fileOf(name, text.slice(1));
  }
  return property?.multiple || TYPED.has(property?.type ?? '') ? jsonOr(text) : text;
}

/** The values for a template: JSON where the field is no text. */
export async function valuesFor({ properties = [] }: Template, given: Given): Promise<Values> {
  const entries = [...given].map(async ([name, text]) => {
    const property = properties.find((each) => each.name === name || each.name === ruleNameOf(name));
    return [name, await valueOf(property, name, text)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * The body that a file or standard input has as JSON.
 *
 * @throws CommandFailure for what is no JSON
 */
export async function bodyFrom({ readInput }: Context, file: string): Promise<unknown> {
  const text = await (file === '-' ? readInput() : readFile(file, 'utf8')).catch(() => {
    throw wrongUsage(`${file} can't be read`);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrongUsage(`${file === '-' ? 'standard input' : file} is not JSON`);
  }
}
