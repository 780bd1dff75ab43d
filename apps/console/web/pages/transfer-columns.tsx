import { idOf, linkOf, money, text } from '../api/resource.js';
import { type Column, To } from '../parts/table.js';
import { Amount, Status, Time } from '../parts/text.js';

const party = (rel: 'source' | 'destination'): Column['of'] =>
  function Party(item) {
    const href = linkOf(item, `${rel}-funding-source`) ?? linkOf(item, rel);
    return <To href={href} />;
  };

/** A transfer as a row of a table. */
export const transferColumns: readonly Column[] = [
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
  { name: 'Correlation id', of: (item) => text(item, 'correlationId') },
];

export const transferId = (item: unknown): string => text(item, 'id') || idOf(linkOf(item, 'self') ?? '');
