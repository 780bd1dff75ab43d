import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { isUndelivered, pageOf } from '../../api/resource.js';
import { Actions } from '../../generic/actions.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList, type NamedFact } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Region } from '../../parts/page.js';
import { Status, Time } from '../../parts/text.js';
import { subscriptionCrumbs } from './subscription-crumbs.js';

const POLL_WHILE_RETRYING_MS = 1_000;

export const deliveryPage = resourcePage({
  path: '/webhooks/{id}',
  heading: 'Delivery',
  headingOf: ({ topic }) => topic,
  under: '/webhook-subscriptions',
  crumbsOf: subscriptionCrumbs,
  useFollowing: () => ({ everyMs: POLL_WHILE_RETRYING_MS, moves: isUndelivered }),
  Body: Delivery,
});

/** Shows an event on its way to a subscription: each attempt, with what was sent and what came back. */
function Delivery({ of }: BodyProps<Api.Webhook>): ReactElement {
  const { topic, state, nextRetry, sequence, attempts, _links } = of;
  return (
    <>
      <p className="lead">
        <Status of={state} /> {nextRetry !== undefined && 'Next try '}
        <Time at={nextRetry ?? ''} />
      </p>
      <div className="actions">
        <Actions resource={of} subject={topic} />
        {_links.event && <Go to={pageOf(_links.event)}>Event {sequence}</Go>}
      </div>
      {attempts.map((attempt, index) => (
        <Attempt key={attempt.id} attempt={attempt} number={index + 1} />
      ))}
      {attempts.length === 0 && <p>No try was made yet.</p>}
    </>
  );
}

type Try = Api.Webhook['attempts'][number];

interface AttemptProps {
  readonly attempt: Try;
  readonly number: number;
}

const Attempt = ({ attempt: { request, response, error, durationMs }, number }: AttemptProps): ReactElement => (
  <>
    <Region name={`Request of try ${number}`}>
      <p>
        POST <code>{request.url}</code> <Time at={request.timestamp} />
      </p>
      <Sent half={request} />
    </Region>
    <Region name={`Response of try ${number}`}>
      {response ? (
        <>
          <p>
            {response.statusCode} after {durationMs} ms
          </p>
          <Sent half={response} />
        </>
      ) : (
        <p>{error || 'None came.'}</p>
      )}
    </Region>
  </>
);

/** The headers and the body of one direction. */
const Sent = ({
  half: { headers, body },
}: {
  readonly half: Pick<Try['request'], 'headers' | 'body'>;
}): ReactElement => (
  <>
    <FactList facts={headers.map(({ name, value }): NamedFact => [name, <>{value}</>])} />
    {body ? (
      <pre className="json" tabIndex={0}>
        {indented(body)}
      </pre>
    ) : (
      <p className="quiet">No body</p>
    )}
  </>
);

/** Indents JSON. Other text stays as it came. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
