import type { Api } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { Facts } from '../../generic/facts.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { subscriptionCrumbs } from './subscription-crumbs.js';

const POLL_WHILE_RUNNING_MS = 1_000;

export const replayPage = resourcePage({
  path: '/replays/{id}',
  heading: 'Replay',
  under: '/webhook-subscriptions',
  crumbsOf: subscriptionCrumbs,
  useFollowing: () => ({ everyMs: POLL_WHILE_RUNNING_MS, moves: ({ status }) => status !== 'done' }),
  Body: Replay,
});

/** Shows how far a replay of events has come. */
function Replay({ of }: BodyProps<Api.Replay>): ReactElement {
  const id = useId();
  const { fromSequence: from, toSequence: to, queuedTo } = of;
  return (
    <>
      <p className="lead">
        <label htmlFor={id}>Progress</label>{' '}
        <progress id={id} max={Math.max(1, to - from + 1)} value={Math.max(0, queuedTo - from + 1)} />
      </p>
      <p>
        {of.status === 'done' ? 'All events are queued' : 'Events are being queued'}: {of.events} of the numbers {from}{' '}
        to {to}.
      </p>
      <Facts of={of} />
    </>
  );
}
