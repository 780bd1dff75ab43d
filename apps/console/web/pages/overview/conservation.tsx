import { ApiError, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Amount, Time } from '../../parts/text.js';

/** Stays calm while all money adds up, and raises an alarm otherwise. */
export function Conservation({ accountId }: { readonly accountId: string }): ReactElement {
  const { data, error } = useResource(linkTo('/accounts/{id}/conservation', { path: { id: accountId } }), {
    everyMs: 5_000,
    moves: ({ balanced }) => !balanced,
  });
  const isUntold = error instanceof ApiError && error.status === 404;
  return (
    <Region name="Money conservation">
      {isUntold ? <p className="quiet">This installation does not tell it.</p> : <Refusal error={error} />}
      {data?.balanced === true && (
        <p className="calm">
          <strong className="amount">0.00</strong> Balanced
        </p>
      )}
      {data?.balanced === false && (
        <div role="alert" className="refusal">
          <p>The money of this account does not add up.</p>
          {data.firstUnbalanced && <Go to={pageOf(data.firstUnbalanced)}>The first payment that does not</Go>}
        </div>
      )}
      {data && (
        <FactList
          facts={{
            'In balances': <Amount of={data.postedBalances} />,
            'In transit': <Amount of={data.inTransit} />,
            'Came from banks': <Amount of={data.fromBanks} />,
            'Went to banks': <Amount of={data.toBanks} />,
            'Counted up to event': (
              <>
                {data.events}, <Time at={data.now} />
              </>
            ),
          }}
        />
      )}
    </Region>
  );
}
