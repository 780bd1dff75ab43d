import { endOf } from '../api/parties.js';
import { idOf, linkOf, money, text } from '../api/resource.js';
import { type Column, To } from '../parts/table.js';
import { Amount, Status, Time } from '../parts/text.js';
import { PartyLink } from './party-name.js';

const party = (end: 'source' | 'destination'): Column['of'] =>
  function Party(item) {
    const of = endOf(item, end);
    return of ? <PartyLink of={of} /> : '–';
  };

/** For tables of transfers on pages about something else. */
export const briefTransferColumns: readonly Column[] = [
  {
    name: 'Created',
    of: (item) => (
      <To href={linkOf(item, 'self')}>
        <Time at={text(item, 'created')} />
      </To>
    ),
  },
  { name: 'Amount', of: (item) => <Amount of={money(item, 'amount')} />, isNumber: true },
  { name: 'Status', of: (item) => <Status of={text(item, 'status')} /> },
  { name: 'From', of: party('source') },
  { name: 'To', of: party('destination') },
];

export const transferColumns: readonly Column[] = [
  ...briefTransferColumns,
  { name: 'Correlation ID', of: (item) => text(item, 'correlationId') },
];

export const transferId = (item: unknown): string => text(item, 'id') || idOf(linkOf(item, 'self') ?? '');
