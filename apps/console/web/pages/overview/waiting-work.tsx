import type { ReactElement } from 'react';
import { itemsOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { useSession } from '../../session/session.js';
import { Down, useServices } from '../operations/services.js';

const UNPROVED = '/customers?status=document&status=retry';

/** Shows work that waits for somebody, except transfers. It shows nothing if no work waits. */
export function WaitingWork(): ReactElement {
  const { role } = useSession();
  const customers = useResource(`${UNPROVED}&limit=1`);
  const subscriptions = useResource('/webhook-subscriptions');
  const applications = useResource(role === 'owner' ? '/applications' : undefined);
  const paused = itemsOf(subscriptions.data).filter((one) => text(one, 'paused') === 'true').length;
  const reviewed = itemsOf(applications.data).filter((one) => text(one, 'status') === 'waiting').length;
  return (
    <ul className="links">
      <Work
        count={totalOf(customers.data)}
        one="customer has to be verified"
        several="customers have to be verified"
        to={UNPROVED}
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

function WorkOfOperators(): ReactElement {
  const documents = useResource('/operations/documents?limit=1');
  const applications = useResource('/operations/applications?status=waiting&limit=1');
  const parked = useServices('parked-keys');
  return (
    <>
      <Work
        count={totalOf(documents.data)}
        one="document to review"
        several="documents to review"
        to="/operations/documents"
      />
      <Work
        count={totalOf(applications.data)}
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
          <Down services={parked.failed} />
        </li>
      )}
    </>
  );
}

const totalOf = (list: unknown): number => Number(text(list, 'total') || '0');

interface WorkProps {
  readonly count: number;
  /** The text for one piece of work. `several` is the text for more. */
  readonly one: string;
  readonly several: string;
  readonly to: string;
}

const Work = ({ count, one, several, to }: WorkProps): ReactElement | null =>
  count === 0 ? null : (
    <li>
      <Go to={to}>
        {count} {count === 1 ? one : several}
      </Go>
    </li>
  );
