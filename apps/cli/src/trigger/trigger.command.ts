import { setTimeout as delay } from 'node:timers/promises';
import type { Api, Hal } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure, wrongUsage } from '../exit-codes.js';
import { givenOf, onlyValueOf } from '../form/given.js';
import { filtered, placeOf } from '../resource/place.js';
import { overridesOf, settable } from './overrides.js';
import { type SandboxChoice, Sandbox } from './sandbox.js';
import { scenarios, untriggered } from './scenarios.js';
import { jsonText } from '../output/terminal-text.js';

export interface TriggerOptions extends CommonOptions, SandboxChoice {
  readonly set?: readonly string[];
  readonly list?: boolean;
}

export { untriggered };
export const triggerTopics: readonly string[] = Object.keys(scenarios);
export const untriggeredTopics: readonly string[] = Object.keys(untriggered);

/** The fields that `--set` takes for a topic. */
export const fieldNamesOf = (topic: string): readonly string[] =>
  Object.hasOwn(scenarios, topic) ? settable(scenarios[topic]?.made ?? []) : [];

const POLL_MS = 50;
const POLLS = 400;

export function listTopics({ print }: Context, { json }: CommonOptions): void {
  const known = Object.entries(scenarios).map(([topic, { what }]) => [topic, what] as const);
  const others = Object.entries(untriggered).map(([topic, why]) => [topic, `can't be triggered: it ${why}`] as const);
  for (const [topic, what] of [...known, ...others].toSorted(([one], [other]) => one.localeCompare(other)))
    print(json ? jsonText({ topic, what }) : `${topic.padEnd(56)}  ${what}`);
}

/** @throws CommandFailure if a topic, a choice or a field does not fit, before anything is sent */
export async function trigger(context: Context, topic: string, options: TriggerOptions): Promise<void> {
  const scenario = Object.hasOwn(scenarios, topic) ? scenarios[topic] : undefined;
  if (!scenario) {
    const why = Object.hasOwn(untriggered, topic) ? `it ${untriggered[topic]}` : 'there is no such topic';
    throw wrongUsage(`${topic} can't be triggered: ${why}. These topics can:\n  ${triggerTopics.join('\n  ')}`);
  }
  const chosen = (['customer', 'source', 'amount'] as const).filter((name) => options[name] !== undefined);
  const foreign = chosen.find((name) => !scenario.takes.includes(name));
  if (foreign !== undefined) {
    const takes =
      scenario.takes.length > 0
        ? `it takes --${scenario.takes.join(', --')}`
        : 'it takes none of --customer, --source, --amount';
    throw wrongUsage(`${topic} does not take --${foreign}: ${takes}`);
  }
  const made = scenario.made.filter((kind) => !(kind === 'customer' && chosen.includes('customer')));
  const given = [...givenOf(options.set ?? [])].map(([name, texts]) => [name, onlyValueOf(name, texts)] as const);
  const overrides = overridesOf(new Map(given), made);
  await withApi(context, options, async (api) => {
    const sandbox = new Sandbox(api, addresses(api, options), overrides);
    const known = new Set((await eventsOf(api, topic)).map(({ id }) => id));
    const resource = await scenario.cause(sandbox);
    const event = await newEvent(api, topic, resource, known);
    if (options.json) context.print(jsonText({ topic, resource, event }));
    else context.print(`${topic}  ${resource}  ${event}`);
  });
}

/** Turns ids into addresses of this suite. */
function addresses(api: Api, { customer, source, amount }: SandboxChoice): SandboxChoice {
  const { baseUrl } = api.profile;
  const address = (path: string, given: string): string =>
    /^https?:/.test(given) ? given : `${baseUrl}${placeOf(path, given)}`;
  return {
    ...(customer !== undefined && { customer: address('/customers/{id}', customer) }),
    ...(source !== undefined && { source: address('/funding-sources/{id}', source) }),
    ...(amount !== undefined && { amount }),
  };
}

async function eventsOf(api: Api, topic: string, resourceId?: string): Promise<readonly Hal[]> {
  const { _embedded: embedded } = await api.get(filtered('/events', { topic, resourceId, limit: '200' }));
  return embedded?.['events'] ?? [];
}

/** The event that the scenario has caused. It appears soon after its cause. */
async function newEvent(api: Api, topic: string, resource: string, known: ReadonlySet<unknown>): Promise<string> {
  const id = resource.slice(resource.lastIndexOf('/') + 1);
  for (let poll = 0; poll < POLLS; poll += 1) {
    const found = (await eventsOf(api, topic, id)).find((event) => !known.has(event.id));
    if (found) return found._links?.['self']?.href ?? '';
    await delay(POLL_MS, undefined, { signal: api.ended });
  }
  throw new CommandFailure(`${resource} was made, and no event of ${topic} came`);
}
