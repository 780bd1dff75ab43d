import { type ReactElement, useState } from 'react';
import type { Property } from '@halyard/client';
import { Field, type FieldValue } from '../../forms/fields.js';
import { OneOf } from '../../forms/one-of.js';
import { Chart } from '../../parts/chart.js';
import { Dialog } from '../../parts/dialog.js';
import { FactList } from '../../parts/facts.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Icon } from '../../parts/icon.js';
import { Id } from '../../parts/id.js';
import { Json } from '../../parts/json.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { Nothing } from '../../parts/nothing.js';
import { Page, Region } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Amount, Status, Time } from '../../parts/text.js';
import { Tools } from '../../parts/tools.js';

const ID = '01a227f0-5988-7000-b99e-1211da631989';
const AT = '2026-03-04T15:33:12.345Z';
const money = { value: '1234.50', currency: 'USD' };
const resource = {
  id: ID,
  amount: money,
  isLast: true,
  tries: 3,
  _links: { self: { href: `${location.origin}/transfers/${ID}` } },
};

const colours = [
  'page',
  'canvas',
  'panel',
  'text',
  'quiet',
  'line',
  'edge',
  'accent',
  'accent-panel',
  'good',
  'good-panel',
  'bad',
  'bad-panel',
  'warn',
  'warn-panel',
];
const statuses = ['processed', 'pending', 'failed', 'cancelled', 'verified', 'document', 'suspended', '200', '404'];

export const AllParts = (): ReactElement => (
  <Page
    heading="Parts"
    actions={<button type="submit">First action</button>}
    tools={<Tools path={`/transfers/${ID}`} resource={resource} />}
  >
    <Colours />
    <Texts />
    <Region name="Table">
      <Table name="Payments" columns={columns} items={rows} empty="" details={details} />
      <Table name="Nothing" columns={columns} items={[]} empty="No payment yet. A payment moves money." />
    </Region>
    <Region name="Chart">
      <Chart
        name="Amounts of 30 days"
        bars={bars}
        valueText={(value) => String(value)}
        placeText={(at) => `Mar ${at}`}
      />
    </Region>
    <Region name="JSON">
      <Json of={resource} />
    </Region>
    <Says />
    <Form />
  </Page>
);

const Colours = (): ReactElement => (
  <Region name="Colours">
    <dl className="facts">
      {colours.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="swatch" style={{ background: `var(--${name})` }} />
          </dd>
        </div>
      ))}
    </dl>
  </Region>
);

const Texts = (): ReactElement => (
  <Region name="Texts">
    <Figures
      of={[
        ['Balance', <Amount key="balance" of={money} />, 'what can be sent now'],
        ['On its way in', <Amount key="in" of={money} />],
        ['Payments', '17'],
      ]}
    />
    <p />
    <FactList
      facts={{
        Money: <Amount of={money} />,
        Time: <Time at={AT} />,
        Person: <Go to="/customers">Ada Byron</Go>,
        Id: <Id of={ID} />,
        Key: <kbd>Ctrl</kbd>,
      }}
    />
    <p className="lead">
      {statuses.map((status) => (
        <Status key={status} of={status} />
      ))}
    </p>
  </Region>
);

interface Row {
  readonly id: string;
  readonly status: string;
  readonly note: string;
}

const rows: readonly Row[] = [
  { id: '1', status: 'processed', note: '' },
  { id: '2', status: 'failed', note: '' },
];
const columns: readonly Column<Row>[] = [
  { name: 'Amount', isNumber: true, of: () => <Amount of={money} /> },
  { name: 'Status', of: ({ status }) => <Status of={status} /> },
  { name: 'To', of: () => <Go to="/customers">Ada Byron · Checking ••6789</Go> },
  { name: 'Note', of: ({ note }) => note, has: ({ note }) => note !== '' },
  { name: 'Created', of: () => <Time at={AT} /> },
];
const details = { label: () => 'Legs', Show: () => <p className="quiet">The legs of this payment.</p> };

const bars = Array.from({ length: 30 }, (_, day) => ({
  at: String(day + 1),
  value: ((day * 37) % 23) * 100,
  failed: day % 9 === 0 ? 150 : 0,
  text: `Mar ${String(day + 1)}`,
}));

function Says(): ReactElement {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Region name="Messages, notes and dialogs">
      <div className="note waiting">
        <p>A document is missing before this customer can send money.</p>
      </div>
      <div className="note good">
        <p>All events were delivered today.</p>
      </div>
      <Refusal error={new Error('The amount is greater than the balance of 12.50 USD.')} />
      <div className="actions">
        <button type="button" onClick={() => say('Customer suspended')}>
          <Icon name="check" /> Say something
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          Open a dialog…
        </button>
        <span className="apart">
          <button type="button">Remove</button>
        </span>
        <button type="button" disabled>
          Disabled
        </button>
        <button type="button" role="switch" aria-checked="true">
          Live
        </button>
      </div>
      <Nothing action={<button type="submit">Create subscription</button>}>
        Nobody hears of your events yet. A subscription sends each of them to an address of yours, signed.
      </Nothing>
      {isOpen && (
        <Dialog title="Review transfer" onClose={() => setOpen(false)}>
          <FactList facts={{ Amount: <Amount of={money} />, To: 'Ada Byron' }} />
        </Dialog>
      )}
    </Region>
  );
}

const properties: readonly Property[] = [
  { name: 'name', prompt: 'Name', required: true },
  { name: 'amount', prompt: 'Amount', placeholder: '12.50' },
  { name: 'status', prompt: 'Status', options: { inline: ['verified', 'suspended'] } },
  { name: 'late', prompt: 'Late', type: 'checkbox' },
];

const ways = { numbers: 'Account and routing number', token: 'Plaid token' };
const wayNotes = { numbers: 'The bank is verified by two small amounts.' };

function Form(): ReactElement {
  const [values, setValues] = useState<Readonly<Record<string, FieldValue>>>({});
  const [how, setHow] = useState('numbers');
  return (
    <Region name="Form">
      <form className="stack" onSubmit={(event) => event.preventDefault()}>
        <OneOf label="How" texts={ways} notes={wayNotes} value={how} onChange={setHow} />
        {properties.map((property) => (
          <Field
            key={property.name}
            property={property}
            unit={property.name === 'amount' ? 'USD' : undefined}
            value={values[property.name]}
            fault={property.name === 'name' ? 'Say who it is for.' : undefined}
            onChange={(value) => setValues({ ...values, [property.name]: value })}
          />
        ))}
        <button type="submit">Send 1,234.50 USD</button>
      </form>
    </Region>
  );
}
