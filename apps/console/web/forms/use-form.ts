import { ApiError, fillIn, type Property, type Template, TemplateError } from '@halyard/client';
import { useRef, useState } from 'react';
import { client, logIn, needsLogIn, pathOf, type Resource, useRepeated } from '../api/client.js';
import { curlOf } from '../api/curl.js';
import { linkOf } from '../api/resource.js';
import { useRefresh } from '../api/use-resource.js';
import type { FieldValue } from './fields.js';
import { continueForm, keepForm } from './kept-form.js';
import { noteSent, sentFormOf } from './sent-form.js';
import { useSession } from '../shell/session.js';

export interface Form {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly faults: Readonly<Record<string, string>>;
  /** What is not about one field. */
  readonly error: unknown;
  readonly isBusy: boolean;
  set(name: string, value: FieldValue): void;
  /** @returns what the API answered; undefined where it refused */
  send(): Promise<unknown>;
  /** The command that sends the same. @throws TemplateError */
  curl(): string;
  /** What is sent from now on is another request, of the same content or not. */
  renew(): void;
}

const initial = ({ properties = [] }: Template): Record<string, FieldValue> =>
  Object.fromEntries(
    properties.map(({ name, value, ...property }) => [
      name,
      typeof value === 'string' || typeof value === 'boolean'
        ? value
        : Array.isArray(value)
          ? value.filter((item) => typeof item === 'string')
          : typeof value === 'number'
            ? String(value)
            : onlyChoiceOf(property),
    ]),
  );

/** Where something has to be chosen and there is one choice, nobody is asked. */
function onlyChoiceOf({ required, options }: Omit<Property, 'name' | 'value'>): string | undefined {
  const [only, ...others] = options?.inline ?? [];
  if (!required || only === undefined || others.length > 0) return undefined;
  return typeof only === 'string' ? only : only.value;
}

/** A pointer into a body names the field whose dots stand for its slashes. */
const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

interface FormOptions {
  /** Values that no field asks for. */
  readonly preset?: Readonly<Record<string, string>>;
  /** Whether what was sent stays with the entry of the browser's history. */
  readonly staysInHistory?: boolean;
}

/** Fills in a template and sends it. Its key is made once: however often it is sent, it has its effect once. */
export function useForm(
  resource: Resource,
  name: string,
  template: Template,
  { preset = {}, staysInHistory = false }: FormOptions = {},
): Form {
  const self = linkOf(resource, 'self');
  const { account } = useSession();
  const [sent] = useState(() => (staysInHistory ? sentFormOf(account.id) : undefined));
  const [continued] = useState(() => continueForm(self, name) ?? sent);
  const key = useRef(continued?.key ?? crypto.randomUUID());
  /** Whether what the key stands for has been answered: what is changed is another form. */
  const isDone = useRef(sent?.isDone === true && continued === sent);
  const sending = useRef(false);
  const refresh = useRefresh();
  const [values, setValues] = useState<Record<string, FieldValue>>(() => ({
    ...initial(template),
    ...preset,
    ...continued?.values,
  }));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const repeated = useRepeated(pathOf(template.target ?? self ?? '/'));
  const renew = (): void => {
    key.current = crypto.randomUUID();
    isDone.current = false;
  };
  const note = (): void => {
    if (staysInHistory) noteSent({ owner: account.id, key: key.current, values, isDone: isDone.current });
  };
  const refuse = async (refusal: unknown): Promise<void> => {
    const how = needsLogIn(refusal);
    if (how === 'fresh') await keepForm({ resource: self, name, key: key.current, values }, template);
    if (how) return logIn(how);
    // What was refused had no effect: what is sent after a change is another request.
    if (refusal instanceof ApiError && !refusal.isRetryable) renew();
    const found = faultsIn(refusal, template);
    setFaults(found);
    setError(Object.keys(found).length > 0 && isTold(refusal, found) ? undefined : refusal);
  };
  const send = async (): Promise<unknown> => {
    if (sending.current) return undefined;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    setFaults({});
    note();
    try {
      const asIs = { _links: resource._links, _templates: { [name]: withoutRules(template) } };
      const options = { idempotencyKey: key.current };
      const answer = await client.submit(asIs, name, given(values, template), options);
      isDone.current = true;
      note();
      await refresh();
      return answer ?? {};
    } catch (refusal) {
      await refuse(refusal);
      return undefined;
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const curl = (): string => {
    const sent = given({ ...values, ...shownInstead(preset) }, template);
    const { method, target = self ?? '', body } = fillIn(withoutRules(template), sent);
    return curlOf(pathOf(target), { method, body, ...(method === 'POST' && { key: key.current }) });
  };
  const set = (field: string, value: FieldValue): void => {
    if (isDone.current) renew();
    setValues((before) => ({ ...before, [field]: value }));
  };
  return { values, faults, error: error ?? (isBusy ? repeated : undefined), isBusy, set, send, curl, renew };
}

/** Whether each fault stands at a field. */
const isTold = (refusal: unknown, found: Readonly<Record<string, string>>): boolean =>
  !(refusal instanceof ApiError) ||
  refusal.errors.every(({ path }) => Object.keys(found).some((field) => isWithin(field, fieldOf(path))));

/** Whether a field is the one that a pointer names, or within it. */
const isWithin = (field: string, pointed: string): boolean => field === pointed || field.startsWith(`${pointed}.`);

/** What a page has made itself, as a secret, is not in a command. */
const shownInstead = (preset: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(preset).map((name) => [name, `[${name}]`]));

/** The API says what is wrong with a value, in its own words. */
const withoutRules = ({ properties = [], ...template }: Template): Template => ({
  ...template,
  properties: properties.map(({ name, value, readOnly, type, multiple }) => ({
    name,
    ...(value !== undefined && (readOnly || type === 'hidden') && { value }),
    ...(readOnly && { readOnly }),
    ...(multiple && { multiple }),
    ...(type === 'hidden' && { type }),
  })),
});

/** Items of a list stand without a gap. */
function closed<Value>(values: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] {
  const counts = new Map<string, number>();
  return values.map(([name, value]) => {
    const [, list] = /^(\w+)\.\d+$/.exec(name) ?? [];
    if (list === undefined) return [name, value];
    const count = counts.get(list) ?? 0;
    counts.set(list, count + 1);
    return [`${list}.${String(count)}`, value];
  });
}

/** Fields that were left empty are not sent. */
const given = (values: Readonly<Record<string, FieldValue>>, { properties = [] }: Template) =>
  Object.fromEntries(
    closed(
      Object.entries(values).flatMap(([name, value]) => {
        const field = properties.find((property) => property.name === name);
        const isFixed = field?.type === 'hidden' || field?.readOnly === true;
        const isMeant = value !== false || field?.required === true || field?.value === true;
        const isSent = value !== undefined && value !== '' && !isFixed && isMeant;
        return isSent ? [[name, field && isWhole(field) ? numberIn(value) : value] as const] : [];
      }),
    ),
  );

/** An amount is a number too, in steps of a cent: it is sent as the text that it is. */
const isWhole = ({ type, step = 1 }: Property & { readonly step?: number }): boolean =>
  type === 'number' && Number.isInteger(step);

const numberIn = (value: FieldValue): FieldValue | number =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

function faultsIn(refusal: unknown, { properties = [] }: Template): Record<string, string> {
  const fields = new Set(properties.map(({ name }) => name));
  const isField = (field: string): boolean => fields.has(field) || fields.has(field.replace(/\.\d+$/, '.0'));
  const found =
    refusal instanceof TemplateError
      ? refusal.errors.map(({ field, message }) => [field, `This field ${message}.`] as const)
      : refusal instanceof ApiError
        ? refusal.errors.map(({ path, message }) => [fieldOf(path), message] as const)
        : [];
  const missing = properties.filter(({ required }) => required).map(({ name }) => name);
  return Object.fromEntries(
    // Of an object that was not sent, those of its fields that are required are missing.
    found.flatMap(([pointed, message]) => {
      const at = isField(pointed) ? [pointed] : missing.filter((field) => isWithin(field, pointed));
      return at.map((field) => [field, message] as const);
    }),
  );
}
