// Runs: embedded
import { newId } from '@halyard/core';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyBody, hrefOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

/** A field as either rendering shows it. */
interface ShownField {
  readonly path: readonly string[];
  readonly type: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly options: readonly string[];
  readonly choices?: Choices;
  readonly regex?: string;
}

interface ShownForm {
  readonly method: string;
  readonly contentType: string;
  readonly target: string;
  readonly fields: readonly ShownField[];
}

interface Choice {
  readonly value: string;
}

/** Options that a list has. */
interface Choices {
  readonly href: string;
  /** Where the value is in each of its items; through a list, in each of its items. */
  readonly valueField: string;
}

/** Reference facts, section 15. */
interface ProfileForm {
  readonly _links: { readonly target: { readonly href: string } };
  readonly method: string;
  readonly contentType: string;
  readonly fields: readonly {
    readonly path: string;
    readonly type: string;
    readonly value?: string;
    readonly placeholder?: string;
    readonly validations?: { readonly regex?: string };
    readonly accepted?: {
      readonly values?: readonly Choice[];
      readonly groupedValues?: readonly { readonly values: readonly Choice[] }[];
    };
  }[];
}

/** The registered HAL-FORMS. */
interface Template {
  readonly method: string;
  readonly contentType: string;
  readonly target: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: string;
    readonly value?: string;
    readonly placeholder?: string;
    readonly regex?: string;
    readonly options?: {
      readonly inline?: readonly Choice[];
      readonly link?: { readonly href: string };
      readonly valueField?: string;
    };
  }[];
}

const valuesOf = (choices: readonly Choice[] = []): string[] => choices.map(({ value }) => value);

const shownByProfile = ({ _links, method, contentType, fields }: ProfileForm): ShownForm => ({
  method,
  contentType,
  target: _links.target.href,
  fields: fields.map(({ path, accepted, validations, ...field }) => ({
    ...field,
    path: path.slice(1).split('/'),
    regex: validations?.regex,
    options: valuesOf(accepted?.values ?? accepted?.groupedValues?.flatMap(({ values }) => values)),
  })),
});

const shownByTemplate = ({ properties, ...form }: Template): ShownForm => ({
  ...form,
  fields: properties.map(({ name, options, ...field }) => ({
    ...field,
    path: name.split('.'),
    options: valuesOf(options?.inline),
    ...(options?.link && { choices: { href: options.link.href, valueField: options.valueField ?? '' } }),
  })),
});

interface Rendering {
  readonly accept: string;
  readonly formsIn: (body: HalBody) => readonly (readonly [name: string, ShownForm])[];
  /** What the usual form of a customer is called. */
  readonly edit: string;
}

const renderings: Readonly<Record<string, Rendering>> = {
  "the vendor's profile": {
    accept: 'application/vnd.service.v1.hal+json; profile="https://github.com/service/hal-forms"',
    formsIn: ({ _forms = {} }) =>
      Object.entries(_forms as Record<string, ProfileForm>).map(([name, form]) => [name, shownByProfile(form)]),
    edit: 'default',
  },
  'HAL-FORMS': {
    accept: 'application/prs.hal-forms+json',
    formsIn: ({ _templates = {} }) =>
      Object.entries(_templates as Record<string, Template>).map(([name, form]) => [name, shownByTemplate(form)]),
    edit: 'edit',
  },
};

/** What somebody types who knows nothing of a field but what is shown. */
function typed({ path, type, value, placeholder, options, regex }: ShownField): string {
  if (value !== undefined) return value;
  // Nobody else may have them.
  if (type === 'email') return `${newId()}@example.com`;
  if (path.join('.') === 'correlationId') return newId();
  const text = ['Ada', '2 Elm St', '4815162342'].find((one) => regex === undefined || new RegExp(regex, 'u').test(one));
  return options.at(-1) ?? placeholder ?? text ?? '';
}

interface Body {
  [field: string]: string | Body;
}

function put(body: Body, [key = '', ...rest]: readonly string[], value: string): Body {
  const within = body[key];
  return { ...body, [key]: rest.length === 0 ? value : put(typeof within === 'object' ? within : {}, rest, value) };
}

const filledIn = (fields: readonly ShownField[]): Body =>
  fields.reduce<Body>((body, field) => put(body, field.path, typed(field)), {});

/** What is at a path of names with dots, in each item of any list on the way. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : [];
}

/** Customers that can be edited, by what they are created with. */
const editable: readonly (readonly [name: string, body: () => object])[] = [
  ['unverified', () => ({ ...personalCustomer(), type: 'unverified' })],
  ['receive-only', () => ({ ...personalCustomer(), type: 'receive-only' })],
  ['personal', () => personalCustomer()],
  ['personal, in retry', () => personalCustomer({ firstName: 'retry' })],
  ['company', () => companyBody()],
  ['company, in retry', () => companyBody({ businessName: 'retry' })],
];

describe.each(Object.entries(renderings))('forms as %s', (_, { accept, formsIn, edit }) => {
  let shared: SharedSuite;
  let client: HalClient;
  beforeAll(async () => {
    shared = await SharedSuite.join('forms');
    ({ client } = shared);
  });
  afterAll(() => shared.leave());

  const ask = async (path: string) => {
    const { status, body } = await client.raw('GET', path, {
      accept,
      authorization: `Bearer ${await client.accessToken()}`,
    });
    expect(status).toBe(200);
    return formsIn(body);
  };
  const withOptions = async ({ choices, ...field }: ShownField): Promise<ShownField> => {
    if (!choices) return field;
    const { body } = await client.get(choices.href);
    const items = Object.values(body._embedded ?? {}).flat();
    return { ...field, options: valuesAt(items, choices.valueField.split('.')).map(String) };
  };
  const send = async ({ method, contentType, target, fields: shown }: ShownForm) => {
    const fields = await Promise.all(shown.map(withOptions));
    const headers = { 'content-type': contentType, authorization: `Bearer ${await client.accessToken()}` };
    const { status, body } = await client.raw(method, target, headers, JSON.stringify(filledIn(fields)));
    return [status, body._embedded?.['errors']];
  };

  it('make a customer of each type, filled in as they say', async () => {
    const forms = await ask('/customers');
    expect(forms).toHaveLength(8);
    for (const [name, form] of forms) expect([name, ...(await send(form))]).toEqual([name, 201, undefined]);
  });

  it.each(editable)('change a customer that is %s, filled in as they say', async (name, body) => {
    const make = async () => hrefOf((await client.get(await client.create('/customers', body()))).body, 'edit-form');
    const isOfData = (form: string) => edit === 'default' || form.split('.')[0] === edit;
    const names = (await ask(await make())).map(([form]) => form).filter(isOfData);
    expect(names).toContain(edit);
    for (const form of names) {
      // A form is filled in with what its customer is, so that each is sent to a customer of its own.
      const shown = (await ask(await make())).find(([one]) => one === form)?.[1];
      const answer = shown && (await send(shown));
      expect([name, form, ...(answer ?? [])]).toEqual([name, form, 200, undefined]);
    }
  });
});
