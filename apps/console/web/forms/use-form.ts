import { ApiError, fillIn, type Hal, initialOf, type Property, type Template, TemplateError } from '@halyard/client';
import { useEffect, useRef, useState } from 'react';
import { client, logIn, needsLogIn, pathOf, useRepeated } from '../api/client.js';
import { curlOf } from '../api/curl.js';
import { linksOf, withTemplates } from '../api/resource.js';
import { useRefresh } from '../api/use-resource.js';
import type { FieldValue } from './fields.js';
import { fieldOfSent, type FormValues, givenIn, onlyChoiceOf } from './given.js';
import { continueForm, FormKeeper } from './kept-form.js';
import { fieldIn, itemOf, ruleNameOf } from './list-items.js';
import { noteSent, sentFormOf } from './sent-form.js';
import { useBusy } from '../parts/use-busy.js';
import { useSession } from '../session/session.js';

export interface FormState {
  readonly values: FormValues;
  readonly faults: Readonly<Record<string, string>>;
  /** An error that is not about single fields alone. */
  readonly error: unknown;
  readonly isBusy: boolean;
  set(name: string, value: FieldValue): void;
  /** Removes an item from its list. */
  drop(item: string): void;
  /** Whether the rules that the API tells with the form allow what was filled in. */
  keepsRules(): boolean;
  /** @returns the API's answer; undefined if the API refused */
  send(): Promise<unknown>;
  /** The command that sends this form. @throws TemplateError */
  curl(): string;
  /** Starts a new idempotency key, so that sending the same form again makes a new resource. */
  renew(): void;
}

const initial = ({ properties = [] }: Template): Record<string, FieldValue> =>
  Object.fromEntries(properties.map((property) => [property.name, valueOf(property)]));

/** The value of a number's field stays text, so that an amount keeps its zeros. */
function valueOf(property: Property): FieldValue {
  if (property.type === 'number' && typeof property.value === 'string') return property.value;
  const value = initialOf(property);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return property.required ? onlyChoiceOf(property) : undefined;
}

/** The field that a pointer into a body names: dots replace the slashes. */
const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

interface FormOptions {
  /** Values that the page sets itself, without a field. */
  readonly preset?: Readonly<Record<string, string>>;
  /** Whether the sent form stays with its entry in the browser's history. */
  readonly staysInHistory?: boolean;
  /** Makes the JSON body of a form whose page does not leave that to the template's fields. */
  readonly bodyOf?: ((values: FormValues) => unknown) | undefined;
}

interface Request {
  readonly values: FormValues;
  readonly setValues: (change: (before: FormValues) => FormValues) => void;
  /** The idempotency key. It is made once: however often the form is sent, it has one effect. */
  readonly key: () => string;
  /** Notes in the browser's history that the request with this key is sent, or was answered. */
  readonly note: (isAnswered: boolean) => void;
  readonly renew: () => void;
  /** Keeps the form for the time of a log-in. */
  readonly keep: () => Promise<unknown>;
}

interface FormBegun {
  readonly self: string | undefined;
  readonly name: string;
  readonly template: Template;
  readonly preset: Readonly<Record<string, string>>;
  readonly staysInHistory: boolean;
}

/** The values of a form and the key of the request that sends them. A change after the answer makes another request. */
function useRequest({ self, name, template, preset, staysInHistory }: FormBegun): Request {
  const { account } = useSession();
  const [sent] = useState(() => (staysInHistory ? sentFormOf(account.id) : undefined));
  const [kept] = useState(() => continueForm(self, name));
  const [keeper] = useState(() => new FormKeeper(kept?.slot ?? crypto.randomUUID(), template, Object.keys(preset)));
  const continued = kept ?? sent;
  const key = useRef(continued?.key ?? crypto.randomUUID());
  const isDone = useRef(sent?.isDone === true && continued === sent);
  const isTouched = useRef(kept !== undefined);
  const [values, setValues] = useState<FormValues>(() => {
    const begun = { ...initial(template), ...preset };
    return kept ? keeper.continued(begun, kept.values) : { ...begun, ...sent?.values };
  });
  const filled = { resource: self, name, key: key.current, values };
  const renew = (): void => {
    key.current = crypto.randomUUID();
    isDone.current = false;
    if (isTouched.current) keeper.changed({ ...filled, key: key.current });
  };
  useEffect(() => keeper.listen(), [keeper]);
  useEffect(() => {
    if (isTouched.current) keeper.changed({ resource: self, name, key: key.current, values });
  }, [keeper, self, name, values]);
  return {
    values,
    setValues: (change) => {
      if (isDone.current) renew();
      isTouched.current = true;
      setValues(change);
    },
    key: () => key.current,
    note: (isAnswered) => {
      if (isAnswered) {
        isDone.current = true;
        isTouched.current = false;
        keeper.forget();
      } else void keeper.flush();
      if (staysInHistory) noteSent({ owner: account.id, key: key.current, values, isDone: isDone.current });
    },
    renew,
    keep: () => keeper.now({ ...filled, key: key.current }),
  };
}

/** Fills in a template and sends it. */
export function useForm(
  resource: Hal,
  name: string,
  template: Template,
  { preset = {}, staysInHistory = false, bodyOf }: FormOptions = {},
): FormState {
  const self = linksOf(resource)['self']?.href;
  const request = useRequest({ self, name, template, preset, staysInHistory });
  const { values, setValues, key, note, renew } = request;
  const refresh = useRefresh();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>();
  const { isBusy, once } = useBusy();
  const place = pathOf(template.target ?? self ?? '/');
  const repeated = useRepeated(place);
  const refuse = async (refusal: unknown): Promise<void> => {
    const how = needsLogIn(refusal);
    if (how === 'fresh') await request.keep();
    if (how) return logIn(how);
    // A refused request had no effect, so sending the changed form is a new request.
    if (refusal instanceof ApiError && !refusal.isRetryable) renew();
    const told = faultsIn(refusal, values, template);
    setFaults(told.faults);
    setError(told.isAll ? undefined : refusal);
  };
  const send = async (): Promise<unknown> => {
    setError(undefined);
    setFaults({});
    note(false);
    try {
      const answer = await sent({ resource, name, template, place, values, bodyOf, idempotencyKey: key() });
      note(true);
      await refresh();
      return answer ?? {};
    } catch (refusal) {
      await refuse(refusal);
      return undefined;
    }
  };
  return {
    values,
    faults,
    error: error ?? (isBusy ? repeated : undefined),
    isBusy,
    set: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    drop: (item) =>
      setValues((before) => Object.fromEntries(Object.entries(before).filter(([field]) => itemOf(field) !== item))),
    keepsRules: () => keepsRules(template, givenIn(values, template)),
    send: () => once(send),
    curl: () =>
      bodyOf
        ? curlOf(place, { method: 'POST', body: bodyOf(values), key: key() })
        : commandOf({ template, self, given: givenIn({ ...values, ...shownInstead(preset) }, template), key }),
    renew,
  };
}

interface SendableForm extends Pick<FormOptions, 'bodyOf'> {
  readonly resource: Hal;
  readonly name: string;
  readonly template: Template;
  readonly place: string;
  readonly values: FormValues;
  readonly idempotencyKey: string;
}

/** Sends a form: by its fields, or with the body that its page makes. */
async function sent({
  resource,
  name,
  template,
  place,
  values,
  bodyOf,
  idempotencyKey,
}: SendableForm): Promise<unknown> {
  if (bodyOf) return (await client.request('POST', place, { body: bodyOf(values), idempotencyKey })).body;
  const asIs = withTemplates(resource, { [name]: withoutRules(template) });
  return client.submit(asIs, name, givenIn(values, template), { idempotencyKey });
}

interface CommandParts {
  readonly template: Template;
  readonly self: string | undefined;
  readonly given: ReturnType<typeof givenIn>;
  readonly key: () => string;
}

function commandOf({ template, self = '', given, key }: CommandParts): string {
  const { method, target = self, body } = fillIn(withoutRules(template), given);
  return curlOf(pathOf(target), { method, body, ...(method === 'POST' && { key: key() }) });
}

function keepsRules(template: Template, given: ReturnType<typeof givenIn>): boolean {
  try {
    fillIn(template, given);
    return true;
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/** Whether a field is the one that a pointer names, or within it. */
const isWithin = (field: string, pointed: string): boolean => field === pointed || field.startsWith(`${pointed}.`);

/** A command does not contain values that a page has made itself, such as secrets. */
const shownInstead = (preset: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(preset).map((name) => [name, `[${name}]`]));

/** Removes the rules, so that the API says in its own words what is wrong with a value. */
const withoutRules = ({ properties = [], ...template }: Template): Template => ({
  ...template,
  properties: properties.map(({ name, value, readOnly, type, multiple }) => ({
    name,
    ...(value !== undefined && (readOnly || type === 'hidden') && { value, type }),
    ...(readOnly && { readOnly }),
    ...(multiple && { multiple }),
  })),
});

interface FormFaults {
  /** The API's messages, by the name of the field below which the form shows each. */
  readonly faults: Readonly<Record<string, string>>;
  /** Whether `faults` contains everything that the refusal says. */
  readonly isAll: boolean;
}

function faultsIn(refusal: unknown, values: FormValues, template: Template): FormFaults {
  const { properties = [] } = template;
  const fields = new Set(properties.map(({ name }) => name));
  const isField = (field: string): boolean => fields.has(field) || fields.has(ruleNameOf(field));
  const found =
    refusal instanceof TemplateError
      ? refusal.errors.map(({ field, message }) => [field, `This field ${message}.`] as const)
      : refusal instanceof ApiError
        ? refusal.errors.map(({ path, message }) => [fieldOf(path), message] as const)
        : [];
  const told = found.map(([pointed, message]) => {
    const at = isField(pointed) ? [pointed] : fieldsWithin(pointed, properties);
    return at.map((field) => [fieldOfSent(field, values, template), message] as const);
  });
  return { faults: Object.fromEntries(told.flat()), isAll: told.length > 0 && told.every(({ length }) => length > 0) };
}

/**
 * The fields that a faulty value concerns. For a list item these are all its fields; for an object that was not sent,
 * its required fields.
 */
function fieldsWithin(pointed: string, properties: readonly Property[]): readonly string[] {
  const [item, rule] = [itemOf(pointed), ruleNameOf(pointed)];
  const within = properties.filter(({ name }) => isWithin(name, rule));
  if (item !== undefined) return within.map(({ name }) => fieldIn(item, name));
  return within.filter(({ required }) => required).map(({ name }) => name);
}
