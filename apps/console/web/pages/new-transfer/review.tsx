import { type Api, centsOf, decimalOf } from '@halyard/client';
import { settlementDays } from '@halyard/core/settlement-days';
import type { ReactElement } from 'react';
import { useResource } from '../../api/use-resource.js';
import { PartyLink } from '../../columns/party-name.js';
import type { ReviewProps } from '../../forms/form.js';
import type { FormValues } from '../../forms/given.js';
import { itemsIn } from '../../forms/list-items.js';
import { Dialog } from '../../parts/dialog.js';
import { FactList, type NamedFact } from '../../parts/facts.js';
import { Amount, amountText } from '../../parts/text.js';
import { useSession } from '../../session/session.js';

const CURRENCY = 'USD';

const textAt = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** Says what will happen, before any money moves. */
export function ReviewTransfer({ form: { values, isBusy }, onSend, onClose }: ReviewProps): ReactElement {
  const [source, destination] = [textAt(values, '_links.source.href'), textAt(values, '_links.destination.href')];
  const amount = { value: textAt(values, 'amount.value'), currency: CURRENCY };
  return (
    <Dialog title="Review transfer" onClose={onClose}>
      <FactList
        facts={[
          ['Amount', <Amount key="amount" of={amount} />],
          ['From', <PartyLink key="from" of={{ href: source }} />],
          ['To', <PartyLink key="to" of={{ href: destination }} />],
          ...feesIn(values),
          ['Arrives', <Arrival key="arrives" source={source} destination={destination} values={values} />],
        ]}
      />
      <div className="actions">
        <button type="button" className="first" aria-disabled={isBusy} onClick={onSend}>
          Send {amountText(amount)}
        </button>
        <button type="button" className="plain" onClick={onClose}>
          Change something
        </button>
      </div>
    </Dialog>
  );
}

/** Each fee with who pays it, and what they are together. */
function feesIn(values: FormValues): readonly NamedFact[] {
  const fees = itemsIn('fees', Object.keys(values)).flatMap((item) => {
    const [value, payer] = [textAt(values, `${item}.amount.value`), textAt(values, `${item}._links.charge-to.href`)];
    return value === '' ? [] : [{ value, payer }];
  });
  const sum = decimalOf(fees.reduce((cents, { value }) => cents + centsOf(value), 0n));
  const each = fees.map(({ value, payer }): NamedFact => [
    'Fee',
    <span key={payer}>
      <Amount of={{ value, currency: CURRENCY }} /> <span>from</span> <PartyLink of={{ href: payer }} />
    </span>,
  ]);
  return fees.length > 1 ? [...each, ['Fees together', amountText({ value: sum, currency: CURRENCY })]] : each;
}

interface ArrivalProps {
  readonly source: string;
  readonly destination: string;
  readonly values: FormValues;
}

/** How long the money takes, by the two ends between which it moves. */
function Arrival({ source, destination, values }: ArrivalProps): ReactElement {
  const { environment } = useSession();
  const from = useResource<Api.FundingSource>({ href: source });
  const to = useResource<Api.FundingSource>({ href: destination });
  const isFast = values['clearing.destination'] === 'next-available';
  const steps = [
    ...(from.data?.type === 'bank' ? [settlementDays.debit] : []),
    ...(to.data?.type === 'bank' ? [settlementDays[isFast ? 'same-day credit' : 'credit']] : []),
  ];
  if (!from.data || !to.data) return <span aria-busy="true">…</span>;
  if (steps.length === 0) return <span>At once</span>;
  const [least, most] = [0, 1].map((end) => steps.reduce((days, step) => days + (step[end] ?? 0), 0));
  return (
    <span>
      {most === 0 ? 'Today, before the cut-off' : `In ${String(least)} to ${String(most)} banking days`}
      {environment === 'sandbox' && (
        <small className="quiet"> – in the sandbox when you press Process bank transfers</small>
      )}
    </span>
  );
}
