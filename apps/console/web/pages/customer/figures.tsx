import { type Api, linkTo } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { sourceText } from '../../api/parties.js';
import { itemsOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Amount } from '../../parts/text.js';

/** More banks than this stand in the list of funding sources alone. */
const BANKS_MAX = 3;

interface CustomerProps {
  readonly of: Api.Customer;
}

/** The customer's funding sources that can be used, once they are known. */
export function useSources({ _links }: Api.Customer): readonly Api.FundingSource[] {
  const { data } = useResource(_links['funding-sources']);
  return itemsOf(data).filter(({ removed }) => !removed);
}

/** How much the customer has and may send, and its banks. */
export function CustomerFigures({ of }: CustomerProps): ReactElement {
  const sources = useSources(of);
  const balance = sources.find(({ type }) => type === 'balance');
  const held = useResource(balance && linkTo('/funding-sources/{id}/balance', { path: { id: balance.id } }));
  const { data: { weekly, transfer } = {} } = useResource(linkTo('/customers/{id}/limits', { path: { id: of.id } }));
  const banks = sources.filter(({ type }) => type === 'bank');
  const figures: readonly (readonly [string, ReactNode, ReactNode?])[] = [
    ...(held.data && 'balance' in held.data ? [['Balance', <Amount key="0" of={held.data.balance} />] as const] : []),
    ...(weekly
      ? ([['Used this week', <Amount key="0" of={weekly.used} />, <OfWeek key="1" of={weekly} />]] as const)
      : []),
    ...(transfer ? ([['In one transfer, at most', <Amount key="0" of={transfer.limit} />]] as const) : []),
    ...(banks.length > 0 ? ([['Banks', <Banks key="0" of={banks} />]] as const) : []),
  ];
  return figures.length > 0 ? <Figures of={figures} /> : <></>;
}

const OfWeek = ({ of: { limit, to } }: { readonly of: NonNullable<Api.CustomerLimits['weekly']> }): ReactElement => (
  <>
    of <Amount of={limit} />
    <span>{`, until ${to.slice(0, 10)}`}</span>
  </>
);

const Banks = ({ of }: { readonly of: readonly Api.FundingSource[] }): ReactElement => (
  <span className="banks">
    {of.slice(0, BANKS_MAX).map((bank) => (
      <Go key={bank.id} to={pageOf(bank._links.self)}>
        {sourceText(bank)}
      </Go>
    ))}
    {of.length > BANKS_MAX && <span className="quiet">{`and ${String(of.length - BANKS_MAX)} more`}</span>}
  </span>
);
