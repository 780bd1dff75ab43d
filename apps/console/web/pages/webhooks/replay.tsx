import { type ReactElement, useId } from 'react';
import { idOf, linkOf, pageOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Facts } from '../../generic/resource-page.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Tools, Waiting } from '../../parts/page.js';

const POLL_WHILE_RUNNING_MS = 1_000;

/** Shows how far a replay of events has come. */
export function ReplayPage(): ReactElement {
  const id = useId();
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname, {
    everyMs: POLL_WHILE_RUNNING_MS,
    moves: (replay) => text(replay, 'status') !== 'done',
  });
  if (error) return <Failed error={error} heading="Replay" />;
  if (!data) return <Waiting heading="Replay" />;
  const [from, to, queuedTo] = ['fromSequence', 'toSequence', 'queuedTo'].map((name) => Number(text(data, name)));
  const [all, done] = [(to ?? 0) - (from ?? 0) + 1, (queuedTo ?? 0) - (from ?? 0) + 1];
  const subscription = linkOf(data, 'subscription');
  return (
    <Page
      heading="Replay"
      crumbs={subscription !== undefined && <Go to={pageOf(subscription)}>Subscription</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} />}
    >
      <p className="lead">
        <label htmlFor={id}>Progress</label> <progress id={id} max={Math.max(1, all)} value={Math.max(0, done)} />
      </p>
      <p>
        {text(data, 'status') === 'done' ? 'All events are queued' : 'Events are being queued'}: {text(data, 'events')}{' '}
        of the numbers {from} to {to}.
      </p>
      <Facts of={data} />
    </Page>
  );
}
