import {
  type ApplicationPrincipal,
  type CollectionAnswer,
  ends,
  EXAMPLE_ADDRESS,
  type Form,
  type FormField,
  type FormInput,
  isOpenTo,
  type OfferedOptions,
  ref,
  type ResourceAnswer,
  type ResourceRef,
  type ShownAttribute,
} from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { type OfferedWrite, writeBehind, writeInto } from '@halyard/public-api';
import { wordsOf } from '@halyard/input';
import { currentValue, type CurrentValue, filledIn, type ShownValues, shownAt } from './current-values.js';
import { formsOfWrite, type WriteForm } from './write-forms.js';

export interface TemplateView {
  readonly hrefOf: (target: ResourceRef) => string;
  readonly baseUrl: string;
  readonly link: string;
  readonly caller: ApplicationPrincipal;
}

type Templates = Readonly<Record<string, object>>;

interface Target {
  /** The id of the resource. For a list, the id of the resource whose list it is. */
  readonly id: string;
  readonly href: string;
  readonly shown: ShownValues;
  readonly owner?: ResourceRef | undefined;
  readonly options?: OfferedOptions | undefined;
}

/** A resource's templates: one for each form of each write that its links lead to, if the token allows that write. */
export function resourceTemplates(resource: ResourceAnswer, view: TemplateView): Templates {
  const { id, kind, links, attributes, forms } = resource;
  const offering: Target = {
    id,
    href: view.hrefOf(resource),
    shown: attributes,
    owner: links['customer'] ?? links['account'],
  };
  return Object.fromEntries(
    Object.entries(links).flatMap(([relation, target]) => {
      const write = target && writeBehind(kind, relation);
      if (!write || !isOpenTo(write.route, view.caller)) return [];
      const place = { title: wordsOf(relation), target: view.hrefOf(target) };
      return shapesOf(write, forms).map(({ name, fields }) => [
        name === '' ? relation : `${relation}.${name}`,
        templateOf({ ...place, fields }, write, offering, view),
      ]);
    }),
  );
}

/** A list's templates: one for each form that adds an item. The usual one is `default`. */
export function listTemplates({ self, isClosed, options, forms }: CollectionAnswer, view: TemplateView): Templates {
  const write = writeInto(self.kind);
  if (isClosed || !write || !isOpenTo(write.route, view.caller)) return {};
  const offering: Target = { id: self.id, href: view.hrefOf(self), shown: {}, options };
  const place = { title: wordsOf(write.name), target: view.hrefOf(ref(write.name, self.id)) };
  return Object.fromEntries(
    shapesOf(write, forms).map(({ name, fields }) => [
      name === '' ? 'default' : name,
      templateOf({ ...place, fields }, write, offering, view),
    ]),
  );
}

/** The forms of a write that contain the fields which the offer asks for, the usual one first. */
function shapesOf(write: OfferedWrite, own: ResourceAnswer['forms'] = {}): readonly WriteForm[] {
  const { asks, shapes } = write;
  if (asks?.length === 0) return [{ name: '', fields: [] }];
  if (!write.route.hasOwnForms) {
    return formsOfWrite(write.name).filter(
      ({ name, fields }) =>
        (shapes?.includes(name) ?? true) && (asks?.every((asked) => hasField(fields, asked)) ?? true),
    );
  }
  return Object.entries(own).map(([name, { fields }]) => ({ name: name === 'default' ? '' : name, fields }));
}

/** `/controller/address/city` -> `controller.address.city`: the unique name of a field in its form. */
export const nameOf = ({ path }: FormField): string => path.slice(1).replaceAll('/', '.');

const isWithin = (name: string, fields: readonly string[]): boolean =>
  fields.some((field) => name === field || name.startsWith(`${field}.`));

const hasField = (fields: readonly FormField[], asked: string): boolean =>
  fields.some((field) => isWithin(nameOf(field), [asked]));

function isAsked(name: string, { asks, asksWhile, sends = {} }: OfferedWrite, shown: ShownValues): boolean {
  if (Object.hasOwn(sends, name)) return false;
  return (
    !asks ||
    isWithin(name, asks) ||
    (asksWhile !== undefined && shown[asksWhile.attribute] === asksWhile.is && isWithin(name, asksWhile.fields))
  );
}

interface Place extends Pick<Form, 'title' | 'fields'> {
  readonly target: string;
}

function templateOf({ title, target, fields }: Place, write: OfferedWrite, offering: Target, view: TemplateView) {
  const { route, sends = {}, fills = {} } = write;
  const shown = target === offering.href ? offering.shown : {};
  return {
    title,
    method: route.method,
    target,
    contentType: (route.kind !== 'plain' && route.takes[0]) || 'application/json',
    properties: [
      ...Object.entries(sends).map(([name, value]) => sentAsItStands(name, valueOf(value, offering, view))),
      ...fields
        .filter((field) => isAsked(nameOf(field), write, offering.shown))
        .flatMap((field) => {
          const fill = fills[nameOf(field)];
          return fill ? [filledIn(field, offering.shown, fill)] : currentValue(field, shown);
        })
        .map(([field, value]) => property(field, value, { write, offering, view })),
    ],
  };
}

/** The value is text. Only the type can say that it is sent as a boolean. */
const sentAsItStands = (name: string, value: string | boolean) => ({
  name,
  prompt: wordsOf(name.split('.').at(-1) ?? name),
  type: typeof value === 'boolean' ? inputs.boolean : inputs.hidden,
  required: true,
  readOnly: true,
  value: String(value),
});

function valueOf(
  value: string | boolean | ShownAttribute,
  { href, owner, shown }: Target,
  { hrefOf }: TemplateView,
): string | boolean {
  if (typeof value === 'object') {
    const given = shownAt(shown, value.shown);
    return typeof given === 'string' ? given : '';
  }
  if (value === ends.resource) return href;
  return value === ends.balance && owner ? hrefOf(ref('funding-source', balanceIdOf(owner.id))) : value;
}

const inputs = {
  boolean: 'checkbox',
  date: 'date',
  email: 'email',
  file: 'file',
  hidden: 'hidden',
  number: 'number',
  sensitive: 'password',
  string: 'text',
  tel: 'tel',
} as const satisfies Readonly<Record<FormInput, string>>;

interface Context {
  readonly write: OfferedWrite;
  readonly offering: Target;
  readonly view: TemplateView;
}

function property(field: FormField, value: CurrentValue | undefined, { write, offering, view }: Context) {
  const { type, pattern, example, min, max, step, minLength, maxLength, isMultiple, itemsMax } = field;
  const most = type === 'number' ? max : itemsMax;
  return {
    name: nameOf(field),
    prompt: field.label,
    type: inputs[type],
    required: field.isRequired || write.requiresAll === true,
    ...(typeof value === 'string' && { value }),
    ...(type === 'hidden' && { readOnly: true }),
    ...(pattern !== undefined && { regex: pattern }),
    ...(min !== undefined && { min }),
    ...(most !== undefined && { max: most }),
    ...(step !== undefined && { step }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(example !== undefined && { placeholder: example.replace(EXAMPLE_ADDRESS, view.baseUrl) }),
    ...optionsOf(field, value, { write, offering, view }),
    ...(isMultiple && { multiple: true }),
  };
}

function optionsOf(field: FormField, value: CurrentValue | undefined, { write, offering, view }: Context) {
  const name = nameOf(field);
  const choices = write.choices[name] ?? field.choices;
  const offered = (offering.options ?? write.options)?.[name];
  const options = (field.options ?? []).filter(({ key }) => offered?.includes(key) ?? true);
  if (choices) {
    const { list, of, prompt, value } = choices;
    const id = of === 'account' ? view.caller.accountId : offering.id;
    const href = view.hrefOf(of ? ref(list, id) : ref(list));
    return { options: { link: { href, type: view.link }, promptField: prompt, valueField: value } };
  }
  if (options.length === 0) return {};
  const inline = options.map(({ key, label }) => ({ prompt: label, value: key }));
  return { options: { inline, ...(typeof value === 'object' && { selectedValues: value }) } };
}
