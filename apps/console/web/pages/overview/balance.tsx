import { type Api, centsOf, decimalOf, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { endOf } from '../../api/parties.js';
import { idOf, itemsOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Amount } from '../../parts/text.js';
import { useMovesMoney } from '../../session/session.js';

/** The API gives at most this many at once. */
const PENDING_MAX = 200;

/** Shows what the account itself has, and what is on its way to it and from it. */
export function OwnBalance({ accountId }: { readonly accountId: string }): ReactElement {
  const path = { id: accountId };
  const sources = useResource(linkTo('/accounts/{id}/funding-sources', { path, query: { removed: 'false' } }));
  const own = itemsOf(sources.data).find(({ type }) => type === 'balance');
  const balance = useResource(own && linkTo('/funding-sources/{id}/balance', { path: { id: own.id } }));
  const query = { fundingSourceId: own?.id ?? '', status: 'pending', limit: PENDING_MAX } as const;
  const pending = useResource(own && linkTo('/transfers', { query }));
  const movesMoney = useMovesMoney();
  const isMore = pending.data !== undefined && pending.data.total > PENDING_MAX;
  const sumOf = (end: 'source' | 'destination'): ReactElement | string =>
    own && pending.data ? <Amount of={sumAt(end, new Set([own.id, accountId]), itemsOf(pending.data))} /> : '…';
  return (
    <Region
      name="Balance"
      action={
        movesMoney && (
          <Go to="/transfers/new" className="button">
            Create transfer
          </Go>
        )
      }
    >
      <Refusal error={sources.error ?? balance.error ?? pending.error} />
      <Figures
        of={[
          [
            'Available',
            own && balance.data && 'balance' in balance.data ? (
              <Go key="available" to={pageOf(own._links.self)}>
                <Amount of={balance.data.balance} />
              </Go>
            ) : (
              '…'
            ),
          ],
          ['On its way in', sumOf('destination'), isMore ? 'at least' : undefined],
          ['On its way out', sumOf('source'), isMore ? 'at least' : undefined],
        ]}
      />
    </Region>
  );
}

/** The sum of what the transfers move to or from a party. A transfer may name the party's balance or the party itself. */
function sumAt(end: 'source' | 'destination', ids: ReadonlySet<string>, transfers: readonly Api.Transfer[]) {
  const cents = transfers
    .filter((transfer) => ids.has(idOf(endOf(transfer, end)?.href)))
    .reduce((sum, { amount }) => sum + centsOf(amount.value), 0n);
  return { value: decimalOf(cents), currency: 'USD' };
}
