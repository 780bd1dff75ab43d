import { setTimeout as delay } from 'node:timers/promises';
import type { Hal } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure } from '../exit-codes.js';
import { printAnswer } from '../output/print.js';
import { pathOf } from '../resource/get.js';

/** An attribute of a resource, and its expected value. */
export interface ExpectedAttribute {
  /** The attribute's path, with dots between names. */
  readonly name: string;
  readonly value: string;
}

export interface WaitOptions extends CommonOptions {
  /** The wait ends once one of these attributes has its value. */
  readonly until: readonly ExpectedAttribute[];
}

const WAIT_MS = 20_000;
const PAUSE_MS = 250;

function valueAt(resource: Hal, name: string): string | undefined {
  const found = name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === part)?.[1]
          : undefined,
      resource,
    );
  return typeof found === 'string' || found === undefined ? found : JSON.stringify(found);
}

/**
 * Prints the resource once the attribute has the value. @throws CommandFailure when time is over, with the current
 * value
 */
export function wait(
  context: Context,
  pathOrId: string,
  { timeout = WAIT_MS, ...options }: WaitOptions,
): Promise<void> {
  const endsAt = performance.now() + timeout;
  return withApi(context, options, async (api) => {
    const path = await pathOf(api, pathOrId);
    for (;;) {
      const resource = await api.get(path);
      const holds = options.until.some(({ name, value }) => valueAt(resource, name) === value);
      if (holds) return printAnswer(context, api, resource, options);
      if (performance.now() + PAUSE_MS > endsAt) {
        const names = [...new Set(options.until.map(({ name }) => name))];
        const found = names.map((name) => `${name} is ${valueAt(resource, name) ?? 'absent'}`).join(', ');
        throw new CommandFailure(`after ${timeout / 1_000} s ${found}`);
      }
      await delay(PAUSE_MS, undefined, { signal: api.ended });
    }
  });
}
