import { centsOf, decimalOf } from '@halyard/client';
import { type ReactElement, useRef, useState } from 'react';
import { client, type Resource } from '../../api/client.js';
import { useNews } from '../../api/event-stream.js';
import { at, idOf, isPending, linkOf, money, pageOf, text } from '../../api/resource.js';
import { useRefresh, useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Amount, amountText, Status, Time } from '../../parts/text.js';
import { useMovesMoney, useSession } from '../../session/session.js';
import { Dialog } from '../../parts/dialog.js';
import { ReturnTransfer } from './return-transfer.js';
import { Timeline } from './timeline.js';
import { transferColumns } from '../../columns/transfer-columns.js';
import { named, useLegs } from './use-legs.js';
import { type Story, useTimeline } from './use-timeline.js';
import { Failure } from './failure.js';
import { Flow } from './flow.js';

const POLL_PENDING_MS = 1_000;
const following = { everyMs: POLL_PENDING_MS, moves: isPending };

const isOver = (payment: Resource | undefined): boolean => payment !== undefined && !isPending(payment);

/** Shows a payment, at its own id or at that of any of its transfers. */
export function PaymentPage(): ReactElement {
  const { pathname } = usePageLocation();
  const isTransfer = pathname.startsWith('/transfers/');
  const asked = useResource(pathname, following);
  const paymentLink = isTransfer ? linkOf(asked.data, 'payment') : linkOf(asked.data, 'self');
  const payment = useResource(paymentLink === undefined ? undefined : pageOf(paymentLink), following);
  const mainLink = linkOf(payment.data, 'transfer');
  const main = useResource(mainLink === undefined ? undefined : pageOf(mainLink), following);
  const timeline = linkOf(asked.data, 'timeline');
  const story = useTimeline(timeline && pageOf(timeline), { everyMs: POLL_PENDING_MS, isOver: isOver(payment.data) });
  useNews();
  const error = asked.error ?? payment.error ?? main.error;
  if (error) return <Failed error={error} heading="Payment" />;
  if (!asked.data || !payment.data || !main.data) return <Waiting heading="Payment" />;
  const transfer = isTransfer ? asked.data : main.data;
  return <Payment path={pathname} payment={payment.data} main={main.data} transfer={transfer} story={story} />;
}

interface PaymentProps {
  readonly path: string;
  readonly payment: Resource;
  /** The transfer that the payment's request made. */
  readonly main: Resource;
  /** The transfer that the address names. If it names the payment, the main transfer. */
  readonly transfer: Resource;
  readonly story: Story;
}

function Payment({ path, payment, main, transfer, story }: PaymentProps): ReactElement {
  const { legs, fees, error } = useLegs(main, following);
  const correlationId = text(payment, 'correlationId');
  const id = text(payment, 'id') || idOf(linkOf(payment, 'self') ?? '');
  return (
    <Page
      heading="Payment"
      crumbs={<Go to="/transfers">Transfers</Go>}
      actions={<Tools id={idOf(path)} path={path} resource={payment} />}
    >
      <p className="lead">
        <Amount of={money(payment, 'amount')} /> <Status of={text(payment, 'status')} />{' '}
        <Time at={text(payment, 'created')} />
      </p>
      <dl className="facts">
        <div>
          <dt>Payment</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
        {correlationId !== '' && (
          <div>
            <dt>Correlation ID</dt>
            <dd>{correlationId}</dd>
          </div>
        )}
        <LimitUsed entries={story.entries ?? []} />
        {metadataOf(main).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <TransferActions transfer={transfer} />
      <Refusal error={error} />
      <Flow legs={legs} />
      <Region name="Legs">
        <Table name="Legs" columns={transferColumns} items={[...legs, ...fees]} empty={<p>No leg has begun.</p>} />
        <Expected payment={payment} legs={legs} fees={fees} />
      </Region>
      <Failure transfers={[...legs, ...fees]} />
      <Timeline story={story} legs={legs} fees={fees} />
    </Page>
  );
}

/** Shows how much of its sender's weekly limit the payment takes. */
function LimitUsed({ entries }: { readonly entries: readonly Resource[] }): ReactElement | null {
  const limits = entries.filter((entry) => text(entry, 'kind') === 'limit');
  if (limits.length === 0) return null;
  const cents = limits.reduce((sum, entry) => {
    const taken = centsOf(text(entry, 'amount.value'));
    return text(entry, 'direction') === 'taken' ? sum + taken : sum - taken;
  }, 0n);
  return (
    <div>
      <dt>Of the limit of the week from {text(limits[0], 'week')}</dt>
      <dd>{amountText({ value: decimalOf(cents), currency: 'USD' })}</dd>
    </div>
  );
}

const metadataOf = (transfer: Resource): readonly (readonly [string, string])[] =>
  Object.entries(Object(at(transfer, 'metadata') ?? {}) as object).map(([name, value]) => [name, String(value)]);

interface ExpectedProps {
  readonly payment: Resource;
  readonly legs: readonly Resource[];
  readonly fees: readonly Resource[];
}

/** Shows when the legs that are on their way should arrive. */
function Expected({ payment, legs, fees }: ExpectedProps): ReactElement | null {
  const told = at(payment, 'expected');
  const expected: readonly unknown[] = Array.isArray(told) ? told : [];
  const waiting = named(legs, fees).flatMap(({ id, name, transfer }) => {
    const found = expected.find((one) => idOf(text(one, 'transfer')) === id);
    return found !== undefined && text(transfer, 'status') === 'pending' ? [{ name, found }] : [];
  });
  if (waiting.length === 0) return null;
  return (
    <ul className="quiet">
      {waiting.map(({ name, found }) => (
        <li key={name}>
          {name} is expected between <Time at={text(found, 'earliest')} /> and <Time at={text(found, 'latest')} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Buttons for all actions on a transfer. Those that are impossible now are disabled, and a text tells the transfer's
 * state.
 */
function TransferActions({ transfer }: { readonly transfer: Resource }): ReactElement | null {
  const { environment } = useSession();
  const movesMoney = useMovesMoney();
  const [open, setOpen] = useState<'cancel' | 'return'>();
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const isBusy = useRef(false);
  if (!movesMoney) return null;
  const canCancel = linkOf(transfer, 'cancel') !== undefined;
  /** True while a leg waits for its bank. */
  const canSimulate = linkOf(transfer, 'simulate') !== undefined;
  const id = idOf(linkOf(transfer, 'self') ?? '');
  const act = async (said: string, path: string, body: object): Promise<void> => {
    setOpen(undefined);
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await client.request('POST', path, { body });
      setError(undefined);
      say(said);
      await refresh();
    } catch (refusal) {
      setError(refusal);
    } finally {
      isBusy.current = false;
    }
  };
  const isSandbox = environment === 'sandbox';
  const status = text(transfer, 'status');
  const isProcessed = status === 'processed';
  const disabled = (can: boolean) => (can ? {} : { 'aria-describedby': 'state', disabled: true });
  return (
    <div className="actions">
      <button type="button" {...disabled(canCancel)} onClick={() => setOpen('cancel')}>
        Cancel transfer
      </button>
      {isSandbox && (
        <>
          <button
            type="button"
            {...disabled(canSimulate)}
            onClick={() =>
              void act('The bank has handled the transfer', `/transfers/${id}/simulation`, { action: 'process' })
            }
          >
            Simulate
          </button>
          <button type="button" {...disabled(canSimulate || isProcessed)} onClick={() => setOpen('return')}>
            Return…
          </button>
        </>
      )}
      <p id="state" className="quiet">
        This transfer is {status}.
      </p>
      <Refusal error={error} />
      {open === 'cancel' && (
        <Dialog title="Cancel transfer" onClose={() => setOpen(undefined)}>
          <p>Cancel the transfer of {amountText(money(transfer, 'amount') ?? { value: '0.00', currency: 'USD' })}?</p>
          <div className="actions">
            <button
              type="button"
              onClick={() => void act('The transfer is cancelled', `/transfers/${id}`, { status: 'cancelled' })}
            >
              Cancel transfer
            </button>
          </div>
        </Dialog>
      )}
      {open === 'return' && (
        <ReturnTransfer
          onClose={() => setOpen(undefined)}
          isLate={isProcessed}
          onReturn={(body) => void act('The transfer is returned', `/transfers/${id}/simulation`, body)}
        />
      )}
    </div>
  );
}
