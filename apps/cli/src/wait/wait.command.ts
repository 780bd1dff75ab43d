import { setTimeout as delay } from 'node:timers/promises';
import type { Hal } from '../api/api.js';
import { type Context, withApi } from '../context.js';
import { CommandFailure, wrongUsage } from '../exit-codes.js';
import { requireFields, valueAt } from '../output/fields.js';
import { printAnswer, type ShowOptions } from '../output/print.js';
import { pathOf } from '../resource/get.js';
import { waitForQuiet } from './quiet.js';

/** An attribute of a resource, and its expected value. */
export interface ExpectedAttribute {
  /** The attribute's path, with dots between names. */
  readonly name: string;
  readonly value: string;
}

export interface WaitOptions extends ShowOptions {
  /** The wait for a resource ends once one of these attributes has its value. */
  readonly until?: readonly ExpectedAttribute[];
}

const WAIT_MS = 20_000;
const PAUSE_MS = 250;

function textAt(resource: Hal, name: string): string | undefined {
  const found = valueAt(resource, name);
  return typeof found === 'string' || found === undefined ? found : JSON.stringify(found);
}

/**
 * Prints the resource once the attribute has the value, or without a resource waits until the account is quiet.
 *
 * @throws CommandFailure when time is over, with the current value, or with what the account still waits for
 */
export async function wait(
  context: Context,
  pathOrId: string | undefined,
  { timeout = WAIT_MS, until, ...options }: WaitOptions,
): Promise<void> {
  if (pathOrId === undefined) {
    if (until) throw wrongUsage('--until needs the resource that is waited for');
    return waitForQuiet(context, timeout, options);
  }
  if (!until) throw wrongUsage('say what of the resource is waited for: --until name=value');
  return waitForValue(context, pathOrId, until, timeout, options);
}

function waitForValue(
  context: Context,
  pathOrId: string,
  until: readonly ExpectedAttribute[],
  timeout: number,
  options: ShowOptions,
): Promise<void> {
  const endsAt = performance.now() + timeout;
  return withApi(context, options, async (api) => {
    const path = await pathOf(api, pathOrId);
    await requireFields(options.fields, api.routeOf(path));
    for (;;) {
      const resource = await api.get(path);
      const holds = until.some(({ name, value }) => textAt(resource, name) === value);
      if (holds) return printAnswer(context, api, resource, options);
      if (performance.now() + PAUSE_MS > endsAt) {
        const names = [...new Set(until.map(({ name }) => name))];
        const found = names.map((name) => `${name} is ${textAt(resource, name) ?? 'absent'}`).join(', ');
        throw new CommandFailure(`after ${timeout / 1_000} s ${found}`);
      }
      await delay(PAUSE_MS, undefined, { signal: api.ended });
    }
  });
}
