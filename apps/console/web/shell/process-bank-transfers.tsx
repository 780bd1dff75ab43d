import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { endOf } from '../api/parties.js';
import { idOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { PartyLink } from '../columns/party-name.js';
import { returnCodeColumns } from '../columns/return-code.js';
import { type HandledTransfers, type Sandbox, SHOWN_MAX } from '../generic/sandbox.js';
import { Go } from '../parts/go.js';
import { Icon } from '../parts/icon.js';
import { Refusal } from '../parts/messages.js';
import { Table } from '../parts/table.js';
import { Amount, Status } from '../parts/text.js';
import { useMovesMoney } from '../session/session.js';

export function ProcessButton({ sandbox }: { readonly sandbox: Sandbox }): ReactElement | null {
  const { data: root } = useResource(linkTo('/'));
  const movesMoney = useMovesMoney();
  if (root ? !('simulate' in templatesOf(root)) : !movesMoney) return null;
  return (
    <button type="button" onClick={sandbox.process} aria-disabled={sandbox.isBusy} disabled={!root}>
      <Icon name="play" />
      <span className="word">Process bank transfers</span>
    </button>
  );
}

/** Shows at the side what the banks did, payment by payment. */
export function SandboxDrawer({ sandbox }: { readonly sandbox: Sandbox }): ReactElement {
  const { isBusy, handled, error, close } = sandbox;
  return (
    <aside className="drawer" aria-label="Sandbox">
      <header>
        <h2>Sandbox</h2>
        <button type="button" className="plain" onClick={close}>
          Close
        </button>
      </header>
      <Refusal error={error} />
      {isBusy && <p aria-busy="true">The banks are at work…</p>}
      <p role="status" className="done">
        {handled && `${handled.total} ${handled.total === 1 ? 'transfer' : 'transfers'} handled by banks`}
      </p>
      {handled && <Handled {...handled} />}
      <p className="quiet">
        Banks can also act by themselves, at their cut-offs and on banking days: advance the{' '}
        <Go to="/sandbox-clock">clock</Go>. What they do wrong is among their{' '}
        <Go to="/sandbox-bank-behavior">behavior</Go>, and what goes to them among the{' '}
        <Go to="/bank-files">bank files</Go>.
      </p>
    </aside>
  );
}

function Handled({ total, transfers }: HandledTransfers): ReactElement {
  return (
    <>
      <Table
        name="Handled transfers"
        columns={columns}
        items={byPayment(transfers)}
        empty="No transfer waited for a bank."
      />
      {total > transfers.length && (
        <p className="quiet">
          {transfers.length < SHOWN_MAX
            ? `The other ${total - transfers.length} were micro-deposits, which verify banks.`
            : `These are the first of ${total}.`}
        </p>
      )}
      {transfers.some(({ did }) => did === 'settled' || did === 'corrected') && (
        <p className="quiet">
          A payment between two banks has two steps: press <b>Process bank transfers</b> again for the second one.
        </p>
      )}
    </>
  );
}

const paymentOf = ({ id, _links }: Api.Transfer): string => idOf(_links.payment) || id;

/** Keeps the order, but brings the transfers of a payment together. */
function byPayment(transfers: readonly Api.Transfer[]): readonly Api.Transfer[] {
  const payments = [...new Set(transfers.map(paymentOf))];
  return payments.flatMap((payment) => transfers.filter((transfer) => paymentOf(transfer) === payment));
}

/** The actions of banks that the status of the transfer does not tell. */
const didTexts: Readonly<Partial<Record<NonNullable<Api.Transfer['did']>, string>>> = {
  'late-return': 'returned late',
  corrected: 'corrected',
};

const columns = [
  ...columnsOf<Api.Transfer>({
    Transfer: (transfer) => <Movement of={transfer} />,
    Status: ({ did, status }) => <Status of={(did && didTexts[did]) ?? status} />,
  }),
  ...returnCodeColumns,
];

/** The amount leads to the payment; below it stands where the money went. */
function Movement({ of }: { readonly of: Api.Transfer }): ReactElement {
  const [source, destination] = [endOf(of, 'source'), endOf(of, 'destination')];
  return (
    <div>
      <Go to={pageOf(of._links.self)}>
        <Amount of={of.amount} />
      </Go>
      <div className="quiet">
        {source && <PartyLink of={source} />} to {destination && <PartyLink of={destination} />}
      </div>
    </div>
  );
}
