import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useMovedClock } from '../../api/account-clock.js';
import { itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Time } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { dueName } from '../clock/words.js';
import { Unanswered, useServices } from '../operations/services.js';

/** Shows work that waits for somebody, except transfers. It shows nothing if no work waits. */
export function WaitingWork(): ReactElement {
  const { role } = useSession();
  const customers = useResource(linkTo('/customers', { query: { status: ['document', 'retry'], limit: 1 } }));
  const subscriptions = useResource(linkTo('/webhook-subscriptions'));
  const applications = useResource(role === 'owner' ? linkTo('/applications') : undefined);
  const paused = itemsOf(subscriptions.data).filter((one) => one.paused).length;
  const reviewed = itemsOf(applications.data).filter(({ status }) => status === 'waiting').length;
  return (
    <ul className="links">
      <NextDue />
      <Work
        count={customers.data?.total}
        one="customer has to be verified"
        several="customers have to be verified"
        to="/customers?status=document&status=retry"
      />
      <Work
        count={paused}
        one="subscription is paused"
        several="subscriptions are paused"
        to="/webhook-subscriptions"
      />
      <Work count={reviewed} one="application is in review" several="applications are in review" to="/applications" />
      {role === 'operator' && <WorkOfOperators />}
    </ul>
  );
}

/** Says what is due next where the account's time is not real: nobody sees that coming otherwise. */
function NextDue(): ReactElement | null {
  const clock = useMovedClock();
  if (!clock) return null;
  const { nextDue } = clock;
  return (
    <li>
      <Go to="/sandbox-clock">
        {nextDue ? (
          <>
            Due next: {dueName(nextDue.what)}, <Time at={nextDue.at} isBrief />
          </>
        ) : (
          'Nothing is due by the clock'
        )}
      </Go>
    </li>
  );
}

function WorkOfOperators(): ReactElement {
  const documents = useResource(linkTo('/operations/documents', { query: { limit: 1 } }));
  const applications = useResource(linkTo('/operations/applications', { query: { status: 'waiting', limit: 1 } }));
  const parked = useServices((service) => linkTo(`/operations/${service}/parked-keys`));
  return (
    <>
      <Work
        count={documents.data?.total}
        one="document to review"
        several="documents to review"
        to="/operations/documents"
      />
      <Work
        count={applications.data?.total}
        one="application to review"
        several="applications to review"
        to="/operations/applications?status=waiting"
      />
      <Work
        count={parked.items.length}
        one="parked message"
        several="parked messages"
        to="/operations/parked-messages"
      />
      {parked.failed.length > 0 && (
        <li>
          <Unanswered failed={parked.failed} isWaiting={false} />
        </li>
      )}
    </>
  );
}

interface WorkProps {
  readonly count: number | undefined;
  /** The text if one item waits. */
  readonly one: string;
  readonly several: string;
  readonly to: string;
}

const Work = ({ count = 0, one, several, to }: WorkProps): ReactElement | null =>
  count === 0 ? null : (
    <li>
      <Go to={to}>
        {count} {count === 1 ? one : several}
      </Go>
    </li>
  );
