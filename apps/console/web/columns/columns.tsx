import type { Hal, Link, Money, Relations } from '@halyard/client';
import type { ReactNode } from 'react';
import { linksOf, nameOf, shortId, textOf, valueAt } from '../api/resource.js';
import { choiceLabels } from '../forms/field-labels.js';
import { type Column, To } from '../parts/table.js';
import { Amount, isMoney, Status, Time, Words } from '../parts/text.js';
import { PartyLink } from './party-name.js';

type ShownName<Name extends string, Value> = Value extends string | number | boolean | Money
  ? Name
  : Value extends readonly unknown[]
    ? never
    : `${Name}.${Attribute<Value>}`;

/** An attribute that a cell can show. `who.application.name` is an attribute of an inner object. */
type Attribute<Item> = {
  [Name in keyof Item & string]-?: Name extends `_${string}` ? never : ShownName<Name, NonNullable<Item[Name]>>;
}[keyof Item & string];

type Rel<Item> = Item extends Hal ? Relations<Item> : never;

/**
 * An attribute or a link. `@self` shows the item's name, `@self created` its attribute `created`; both link to the
 * item.
 */
type Source<Item> = Attribute<Item> | `@${Rel<Item>}` | `@${Rel<Item>} ${Attribute<Item>}`;

type Draw<Item> = Column<Item>['of'];

/** The contents of the cells, by column name and in order. */
export type Columns<Item> = Readonly<Record<string, Source<Item> | Draw<Item> | Omit<Column<Item>, 'name'>>>;

export const columnsOf = <Item,>(columns: Columns<Item>): readonly Column<Item>[] =>
  Object.entries(columns).map(([name, source]) => {
    if (typeof source === 'string')
      return { name, of: (item) => <Cell item={item} source={source} />, has: (item) => hasValue(item, source) };
    return typeof source === 'function' ? { name, of: source } : { name, ...source };
  });

const PARTS_OF_SOURCE = /^@([\w-]+) ?(\S*)$/;

/** Whether the cell of an item shows more than a dash. */
function hasValue(item: unknown, source: string): boolean {
  const [, rel, attribute] = PARTS_OF_SOURCE.exec(source) ?? [];
  if (rel !== undefined && linksOf(item)[rel]) return true;
  const value = valueAt(item, rel === undefined ? source : (attribute ?? ''));
  return value !== undefined && value !== null && value !== '';
}

function Cell({ item, source }: { readonly item: unknown; readonly source: string }): ReactNode {
  if (source === 'status' && valueAt(item, 'removed') === true) return <Status of="removed" />;
  const [, rel, attribute] = PARTS_OF_SOURCE.exec(source) ?? [];
  if (rel === undefined) return <Value attribute={source} value={valueAt(item, source)} />;
  const link: Link | undefined = linksOf(item)[rel];
  if (rel === 'customer' && link) return <PartyLink of={link} />;
  const value = attribute ? valueAt(item, attribute) : rel === 'self' && nameOf(item);
  return (
    <To href={link}>{value ? <Value attribute={attribute ?? ''} value={value} /> : link ? shortId(link) : '–'}</To>
  );
}

export const MOMENT = /^\d{4}-\d\d-\d\dT/;
const statusNames: ReadonlySet<string> = new Set([
  'state',
  'status',
  'verificationStatus',
  'documentVerificationStatus',
]);
/** The values of these attributes are shown by the labels that choices have in forms. */
const named: ReadonlySet<string> = new Set(['permissions', 'businessType']);
/** Addresses also have a `state`, which is not a status. */
const STATE_OF_ADDRESS = /^[A-Z]{2}$/;

export function Value({ attribute, value }: { readonly attribute: string; readonly value: unknown }): ReactNode {
  if (isMoney(value)) return <Amount of={value} />;
  if (attribute === 'durationMs') return `${Number(value).toFixed(1)} ms`;
  const text = textOf(value);
  if (MOMENT.test(text)) return <Time at={text} />;
  if (attribute === 'path')
    return (
      <span className="path" title={text}>
        {text}
      </span>
    );
  if (statusNames.has(attribute) && !STATE_OF_ADDRESS.test(text)) return <Status of={text} />;
  return <Words of={named.has(attribute) ? (choiceLabels[text] ?? text) : text} />;
}
