import { ApiError, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Icon } from '../../parts/icon.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Amount, Time } from '../../parts/text.js';

/** One calm line while all money adds up, and an alarm otherwise. */
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
          <Icon name="check" /> <strong>Balanced</strong>
          <span className="quiet">
            <span>0.00</span> USD are missing from all that came in and went out
          </span>
        </p>
      )}
      {data?.balanced === false && (
        <div role="alert" className="refusal">
          <p>The money of this account does not add up.</p>
          {data.firstUnbalanced && <Go to={pageOf(data.firstUnbalanced)}>The first payment that does not</Go>}
        </div>
      )}
      {data && (
        <details>
          <summary>How it is counted</summary>
          <FactList
            facts={{
              'Came from banks': <Amount of={data.fromBanks} />,
              'Went to banks': <Amount of={data.toBanks} />,
              'In balances': <Amount of={data.postedBalances} />,
              'In transit': <Amount of={data.inTransit} />,
              'As of': <Time at={data.now} />,
            }}
          />
        </details>
      )}
    </Region>
  );
}
