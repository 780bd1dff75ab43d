import type { Api, LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { type ReadPace, useResource } from '../../api/use-resource.js';
import { HealthText, healthTones, verdictOf } from '../../columns/delivery-health.js';
import { FactList } from '../../parts/facts.js';
import { Section } from '../../parts/section.js';
import { Status, Time } from '../../parts/text.js';

/** Deliveries that are on their way are read again this often. */
export const MOVING_MS = 2_000;

export const hasBacklog = (health: Api.SubscriptionHealth | undefined): boolean => health?.backlog !== 0;

const following: ReadPace<Api.SubscriptionHealth> = { everyMs: MOVING_MS, moves: hasBacklog };

type NumberRestart = NonNullable<Api.SubscriptionHealth['restarted']>;

interface HealthProps {
  readonly subscription: Api.WebhookSubscription;
  readonly of: LinkTo<Api.SubscriptionHealth>;
}

/** Says first whether a subscription works, then the numbers. */
export const Health = ({ subscription, of }: HealthProps): ReactElement => (
  <Section name="Health" of={of} following={following}>
    {(health) => {
      return (
        <>
          <p className={`note ${healthTones[verdictOf(subscription, health).status]}`}>
            <HealthText subscription={subscription} of={health} />
          </p>
          <FactList
            facts={{
              'Last success': momentOf(health.lastSuccess),
              'Last failure': momentOf(health.lastFailure),
              'Failed tries in 24 hours': shareOf(health.day),
              'Waiting for a first success': health.backlog,
              'Last sequence': health.sequence,
              Restored: health.restarted && <Restarted of={health.restarted} />,
            }}
          />
        </>
      );
    }}
  </Section>
);

/** The gap that a restore left in the sequences of a subscription. */
const Restarted = ({ of: { from, to, at } }: { readonly of: NumberRestart }): ReactElement => (
  <>
    <Time at={at} />: after sequence {from} comes {to}
  </>
);

const momentOf = (at: string | undefined): ReactElement | string => (at === undefined ? 'None yet' : <Time at={at} />);

const PERCENT = 100;

/** `3 of 40 (8 %)`. A share that is not nothing is never shown as 0 %. */
export function shareOf({ attempts, failed }: Api.SubscriptionHealth['day']): string {
  if (attempts === 0) return 'No tries';
  const share = Math.round((failed * PERCENT) / attempts);
  return `${String(failed)} of ${String(attempts)} (${failed > 0 && share === 0 ? 'under 1' : String(share)} %)`;
}

/** The health of a subscription in a table. */
export function HealthInBrief({ of }: { readonly of: Api.WebhookSubscription }): ReactElement {
  const { data } = useResource(of._links.health);
  if (!data) return <Status of={of.paused ? 'paused' : ''} />;
  return (
    <>
      <Status of={verdictOf(of, data).status} />
      <div className="quiet wraps">
        <HealthText subscription={of} of={data} />
      </div>
    </>
  );
}
