import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { HealthText, isFailing } from '../../columns/delivery-health.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';

/** An account with more subscriptions than this sees the health of each on its page alone. */
const READ_MAX = 20;

/** Lists the receivers of webhooks that refuse them. Shows nothing as long as none does. */
export function FailingWebhooks(): ReactElement | null {
  const { data, error } = useResource(linkTo('/webhook-subscriptions'));
  const active = itemsOf(data)
    .filter(({ paused }) => !paused)
    .slice(0, READ_MAX);
  const health = useResources(active.map(({ id }) => linkTo('/webhook-subscriptions/{id}/health', { path: { id } })));
  const failing = active.flatMap((subscription, place) => {
    const of = health[place]?.data;
    return of && isFailing(of) ? [{ subscription, of }] : [];
  });
  if (error === null && failing.length === 0) return null;
  return (
    <Region name="Webhooks that fail">
      <Refusal error={error} />
      <ul className="plain-list rows">
        {failing.map(({ subscription, of }) => (
          <li key={subscription.id}>
            <Go to={pageOf(subscription._links.self)}>{subscription.url}</Go>{' '}
            <span className="status bad sentence">
              <HealthText subscription={subscription} of={of} />
            </span>
          </li>
        ))}
      </ul>
    </Region>
  );
}
