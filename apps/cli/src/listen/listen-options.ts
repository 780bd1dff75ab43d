import { InvalidArgumentError } from 'commander';
import type { CommonOptions } from '../context.js';
import { url } from '../options.js';
import { isId } from '../resource/place.js';

/** A URL for events of one topic, or of all. */
export interface Destination {
  readonly url: string;
  readonly topic?: string;
}

export interface ListenOptions extends CommonOptions {
  readonly forwardTo?: readonly Destination[];
  readonly header?: readonly (readonly [name: string, value: string])[];
  readonly secret?: string;
  readonly topic?: readonly string[];
  readonly cursor?: string;
  readonly fromNow?: boolean;
  /** Begins where the former run ended. */
  readonly resume?: boolean;
  /** Begins after an event, or with what happened since a time. */
  readonly since?: string;
  readonly count?: number;
}

/** Reads `--forward-to [TOPIC=]URL`, which may be repeated. */
export function destination(text: string, before: readonly Destination[] = []): readonly Destination[] {
  const [, topic, address = text] = /^([a-z_]+)=(.*)$/.exec(text) ?? [];
  return [...before, { url: url(address), ...(topic !== undefined && { topic }) }];
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Reads `--since TIME|EVENT-ID`. */
export function since(text: string): string {
  if (isId(text) || (INSTANT.test(text) && !Number.isNaN(Date.parse(text)))) return text;
  throw new InvalidArgumentError('It must be the id of an event, a day, or a time like 2026-01-31T12:00:00Z.');
}

/** Reads `--header NAME: VALUE`, which may be repeated. */
export function header(text: string, before: readonly (readonly [string, string])[] = []) {
  const [, name, value] = /^([\w-]{1,100}):\s*([\x20-\x7e]{0,1000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be Name: value.');
  return [...before, [name, value] as const];
}
