import { ApiError, type Template, TemplateError } from '@halyard/client';
import { useRef, useState } from 'react';
import { client, logIn, needsLogIn, type Resource } from '../api/client.js';
import { useRefresh } from '../api/use-resource.js';
import type { FieldValue } from './fields.js';

export interface Form {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly faults: Readonly<Record<string, string>>;
  /** What is not about one field. */
  readonly error: unknown;
  readonly isBusy: boolean;
  set(name: string, value: FieldValue): void;
  /** @returns what the API answered; undefined where it refused */
  send(): Promise<unknown>;
  /** What is sent from now on is another request, of the same content or not. */
  renew(): void;
}

const initial = ({ properties = [] }: Template): Record<string, FieldValue> =>
  Object.fromEntries(
    properties.map(({ name, value }) => [
      name,
      typeof value === 'string' || typeof value === 'boolean'
        ? value
        : Array.isArray(value)
          ? value.filter((item) => typeof item === 'string')
          : typeof value === 'number'
            ? String(value)
            : undefined,
    ]),
  );

/** A pointer into a body names the field whose dots stand for its slashes. */
const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** Fills in a template and sends it. Its key is made once: however often it is sent, it has its effect once. */
export function useForm(
  resource: Resource,
  name: string,
  template: Template,
  preset: Readonly<Record<string, string>> = {},
): Form {
  const key = useRef(crypto.randomUUID());
  const sending = useRef(false);
  const refresh = useRefresh();
  const [values, setValues] = useState(() => ({ ...initial(template), ...preset }));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const renew = (): void => {
    key.current = crypto.randomUUID();
  };
  const refuse = (refusal: unknown): void => {
    const how = needsLogIn(refusal);
    if (how) return logIn(how);
    const found = faultsIn(refusal, template);
    setFaults(found);
    setError(Object.keys(found).length > 0 ? undefined : refusal);
  };
  const send = async (): Promise<unknown> => {
    if (sending.current) return undefined;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    setFaults({});
    try {
      const asIs = { _links: resource._links, _templates: { [name]: withoutRules(template) } };
      const options = { idempotencyKey: key.current };
      const answer = await client.submit(asIs, name, given(values, template), options);
      await refresh();
      return answer ?? {};
    } catch (refusal) {
      // What was refused had no effect: what is sent after a change is another request.
      if (refusal instanceof ApiError && !refusal.isRetryable) renew();
      refuse(refusal);
      return undefined;
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const set = (field: string, value: FieldValue): void => setValues((before) => ({ ...before, [field]: value }));
  return { values, faults, error, isBusy, set, send, renew };
}

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
function closed(values: readonly (readonly [string, FieldValue])[]): readonly (readonly [string, FieldValue])[] {
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
      Object.entries(values).filter(([name, value]) => {
        const fixed = properties.find((property) => property.name === name);
        const isFixed = fixed?.type === 'hidden' || fixed?.readOnly === true;
        return (
          value !== undefined &&
          value !== '' &&
          !isFixed &&
          (value !== false || fixed?.required === true || fixed?.value === true)
        );
      }),
    ),
  );

function faultsIn(refusal: unknown, { properties = [] }: Template): Record<string, string> {
  const fields = new Set(properties.map(({ name }) => name));
  const isField = (field: string): boolean => fields.has(field) || fields.has(field.replace(/\.\d+$/, '.0'));
  const found =
    refusal instanceof TemplateError
      ? refusal.errors.map(({ field, message }) => [field, `This field ${message}.`] as const)
      : refusal instanceof ApiError
        ? refusal.errors.map(({ path, message }) => [fieldOf(path), message] as const)
        : [];
  return Object.fromEntries(found.filter(([field]) => isField(field)));
}
