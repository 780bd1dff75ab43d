import type { Api } from '@halyard/client';
import { valueAt } from '../../api/resource.js';

/** A rule as the API has it, as far as people have filled it in. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A behavior as people edit it: what a POST sends. */
export interface Draft extends JsonObject {
  readonly rules?: readonly JsonObject[];
  readonly outages?: readonly JsonObject[];
}

export type Rule = Api.SandboxBankBehavior['rules'][number];
export type Outage = Api.SandboxBankBehavior['outages'][number];

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObjects = (value: unknown): value is readonly JsonObject[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every(isObject));

export const textOf = (draft: Draft): string => JSON.stringify(draft, undefined, 2);

/** The behavior that a text states, or the reason why it can't be sent or shown in the form. */
export interface TextRead {
  /** The JSON value; undefined if the text is no JSON object. */
  readonly body?: JsonObject;
  /** The behavior as the form shows it; absent if the form can't. */
  readonly draft?: Draft;
  readonly fault?: string;
}

export function readText(text: string): TextRead {
  let body: unknown;
  try {
    body = JSON.parse(text) as unknown;
  } catch (error) {
    return { fault: `This is no JSON. ${error instanceof Error ? error.message : ''}`.trim() };
  }
  if (!isObject(body)) return { fault: 'The JSON of a behavior is an object with seed, rules and outages.' };
  const { seed, rules, outages } = body;
  const isShown = (seed === undefined || typeof seed === 'string') && isObjects(rules) && isObjects(outages);
  const isWhole = isShown && (rules ?? []).every(({ when, then }) => isPart(when) && isPart(then));
  return isWhole ? { body, draft: body } : { body };
}

/** Whether the form can show an inner object of a rule: texts and numbers, and objects of those. */
const isPart = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    Object.values(value).every((each) => typeof each === 'string' || typeof each === 'number' || isPart(each)));

/** The text of a member at a dotted path. */
export const memberOf = (of: object, path: string): string => memberText(valueAt(of, path));

const memberText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Sets a member at a dotted path. Undefined removes it, and the objects that it leaves empty. */
export function withMember(of: JsonObject, path: string, value: unknown): JsonObject {
  const [name = '', ...inner] = path.split('.');
  const before = of[name];
  const after =
    inner.length === 0 ? value : emptied(withMember(isObject(before) ? before : {}, inner.join('.'), value));
  const { [name]: _, ...others } = of;
  return after === undefined ? others : { ...of, [name]: after };
}

const emptied = (object: JsonObject): JsonObject | undefined => (Object.keys(object).length === 0 ? undefined : object);

/** The body of the POST that leads to the behavior which the API answers. */
export const draftOf = ({ seed, rules, outages }: Api.SandboxBankBehavior): Draft => ({
  ...(seed !== '' && { seed }),
  rules,
  outages,
});
