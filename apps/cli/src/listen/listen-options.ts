import { InvalidArgumentError } from 'commander';
import type { CommonOptions } from '../context.js';
import { url } from '../options.js';

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
  readonly count?: number;
}

/** Reads `--forward-to [TOPIC=]URL`, which may be repeated. */
export function destination(text: string, before: readonly Destination[] = []): readonly Destination[] {
  const [, topic, address = text] = /^([a-z_]+)=(.*)$/.exec(text) ?? [];
  return [...before, { url: url(address), ...(topic !== undefined && { topic }) }];
}

/** Reads `--header NAME: VALUE`, which may be repeated. */
export function header(text: string, before: readonly (readonly [string, string])[] = []) {
  const [, name, value] = /^([\w-]{1,100}):\s*([\x20-\x7e]{0,1000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be Name: value.');
  return [...before, [name, value] as const];
}
