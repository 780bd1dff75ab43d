import { type Api, centsOf, decimalOf } from '@halyard/client';
import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { endOf } from '../../api/parties.js';
import { idOf, isPending } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { useOwnerName } from '../../columns/party-name.js';
import { transferColumns } from '../../columns/transfer-columns.js';
import { FactList, type NamedFact } from '../../parts/facts.js';
import { Id } from '../../parts/id.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page, Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { amountText, Status, Time } from '../../parts/text.js';
import { Tools } from '../../parts/tools.js';
import { CorrectionsRegion, useCorrections } from './corrections.js';
import { Failure } from './failure.js';
import { Flow } from './flow.js';
import { Timeline } from './timeline.js';
import { TransferActions } from './transfer-actions.js';
import { named, useLegs } from './use-legs.js';
import { type Entry, type Story, useTimeline } from './use-timeline.js';

const HEADING = 'Payment';
const POLL_PENDING_MS = 1_000;
const following = { everyMs: POLL_PENDING_MS, moves: isPending };

export const transferPage: PageRow = { path: '/transfers/{id}', heading: HEADING, Show: AskedPayment };

export const paymentPage: PageRow = {
  path: '/payments/{id}',
  heading: HEADING,
  under: '/transfers',
  help: 'how-to/read-a-timeline/',
  Show: AskedPayment,
};

/** Shows a payment, at its own id or at that of any of its transfers. */
function AskedPayment(): ReactElement {
  const { pathname: href } = usePageLocation();
  const isTransfer = href.startsWith('/transfers/');
  const asked = useResource<Api.Transfer>(isTransfer ? { href } : undefined, following);
  const payment = useResource<Api.Payment>(isTransfer ? asked.data?._links.payment : { href }, following);
  const main = useResource(payment.data?._links.transfer, following);
  const { timeline } = (isTransfer ? asked : payment).data?._links ?? {};
  const isOver = payment.data !== undefined && !isPending(payment.data);
  const story = useTimeline(timeline, { everyMs: POLL_PENDING_MS, isOver });
  useNews();
  return (
    <Loaded reads={{ transfer: isTransfer ? asked : main, payment, main }}>
      {(read) => <Payment path={href} story={story} {...read} />}
    </Loaded>
  );
}

interface PaymentProps {
  readonly path: string;
  readonly payment: Api.Payment;
  /** The transfer that the payment's request made. */
  readonly main: Api.Transfer;
  /** The transfer that the address names. If it names the payment, the main transfer. */
  readonly transfer: Api.Transfer;
  readonly story: Story;
}

function Payment({ path, payment, main, transfer, story }: PaymentProps): ReactElement {
  const { legs, fees, error } = useLegs(main, POLL_PENDING_MS);
  const corrected = useCorrections([...legs, ...fees]);
  const [from, to] = [useOwnerName(endOf(main, 'source')), useOwnerName(endOf(main, 'destination'))];
  return (
    <Page
      heading={`${amountText(payment.amount)} from ${from} to ${to}`}
      tools={<Tools path={path} resource={payment} />}
    >
      <p className="lead">
        <Status of={payment.status} /> <Time at={payment.created} />
      </p>
      <Failure transfers={[...legs, ...fees]} corrections={corrected.corrections} />
      <TransferActions transfer={transfer} />
      <Refusal error={error} />
      <Flow legs={legs} />
      <FactList
        facts={[
          ['Payment', <Id key="id" of={payment.id} />],
          ['Correlation ID', payment.correlationId],
          ['Fees', feesOf(fees)],
          ...limitUsed(story.entries ?? []),
          ...Object.entries(main.metadata ?? {}),
        ]}
      />
      <Region name="Legs">
        <Table name="Legs" columns={transferColumns} items={[...legs, ...fees]} empty="No leg has begun." />
        <Expected payment={payment} legs={legs} fees={fees} />
      </Region>
      <CorrectionsRegion of={corrected} />
      <Timeline story={story} legs={legs} fees={fees} />
    </Page>
  );
}

/** What all fees of the payment take together; undefined without one. */
function feesOf(fees: readonly Api.Transfer[]): string | undefined {
  const cents = fees.reduce((sum, { amount }) => sum + centsOf(amount.value), 0n);
  return fees.length === 0 ? undefined : amountText({ value: decimalOf(cents), currency: 'USD' });
}

/** How much of its sender's weekly limit the payment takes. */
function limitUsed(entries: readonly Entry[]): readonly NamedFact[] {
  const limits = entries.filter((entry) => entry.kind === 'limit');
  const cents = limits.reduce((sum, { amount, direction }) => {
    const taken = centsOf(amount.value);
    return direction === 'taken' ? sum + taken : sum - taken;
  }, 0n);
  const used = amountText({ value: decimalOf(cents), currency: 'USD' });
  return limits.slice(0, 1).map(({ week }) => [`Of the limit of the week from ${week}`, used]);
}

interface ExpectedProps {
  readonly payment: Api.Payment;
  readonly legs: readonly Api.Transfer[];
  readonly fees: readonly Api.Transfer[];
}

/** Shows when the legs that are on their way should arrive. */
function Expected({ payment, legs, fees }: ExpectedProps): ReactElement | null {
  const waiting = named(legs, fees).flatMap(({ name, transfer }) => {
    const found = payment.expected?.find((one) => idOf(one.transfer) === transfer.id);
    return found && isPending(transfer) ? [{ name, ...found }] : [];
  });
  if (waiting.length === 0) return null;
  return (
    <ul className="quiet">
      {waiting.map(({ name, earliest, latest }) => (
        <li key={name}>
          {name} is expected between <Time at={earliest} /> and <Time at={latest} />
        </li>
      ))}
    </ul>
  );
}
