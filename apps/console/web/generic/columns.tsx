import type { ReactNode } from 'react';
import { idOf, linkOf, money, nameOf, shortId, text } from '../api/resource.js';
import type { Resource } from '../api/client.js';
import { choiceLabels } from '../forms/field-labels.js';
import { PartyLink } from '../columns/party-name.js';
import { transferColumns } from '../columns/transfer-columns.js';
import { type Column, To } from '../parts/table.js';
import { Amount, Status, Time, Words } from '../parts/text.js';
import type { ListPage } from './list-table.js';
import { RowActions } from './row-actions.js';

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

/** The columns of a list, from the table of pages. All lists of transfers have the same columns. */
export function columnsOf({ heading, columns, actions }: ListPage): readonly Column[] {
  if (heading === 'Transfers') return transferColumns;
  const told = Object.entries(columns).map(([name, what]) => ({ name, of: cellOf(what) }));
  return actions ? [...told, { name: 'Actions', of: actionsOf(actions) }] : told;
}

const cellOf = (what: string): Column['of'] =>
  function Told(item) {
    return <Cell item={item} what={what} />;
  };

const actionsOf = (rels: readonly string[]): Column['of'] =>
  function Offered(item) {
    return <RowActions item={item} subject={nameOf(item) || text(item, 'id')} rels={rels} />;
  };

/**
 * `@rel` is a link. An attribute may follow as its text: `@self name`. `#rel` is the id of a linked resource without a
 * page here.
 */
function Cell({ item, what }: { readonly item: Resource; readonly what: string }): ReactNode {
  if (what.startsWith('#')) return <Words of={idOf(linkOf(item, what.slice(1)) ?? '')} />;
  if (what === 'status' && text(item, 'removed') === 'true') return <Status of="removed" />;
  const [, rel, attribute = ''] = /^@([\w-]+) ?(\S*)$/.exec(what) ?? [];
  const amount = rel === undefined && money(item, what);
  if (amount) return <Amount of={amount} />;
  if (rel === undefined) return <Value attribute={what} value={text(item, what)} />;
  const href = linkOf(item, rel);
  if (rel === 'customer' && href !== undefined) return <PartyLink of={{ href }} />;
  const value = attribute === '' ? '' : text(item, attribute) || nameOf(item);
  return (
    <To href={href}>
      {value === '' ? href === undefined ? '–' : shortId(href) : <Value attribute={attribute} value={value} />}
    </To>
  );
}

export function Value({ attribute, value }: { readonly attribute: string; readonly value: string }): ReactNode {
  if (MOMENT.test(value)) return <Time at={value} />;
  if (attribute === 'durationMs') return `${Number(value).toFixed(1)} ms`;
  if (attribute === 'path')
    return (
      <span className="path" title={value}>
        {value}
      </span>
    );
  if (statusNames.has(attribute) && !STATE_OF_ADDRESS.test(value)) return <Status of={value} />;
  return <Words of={named.has(attribute) ? (choiceLabels[value] ?? value) : value} />;
}
