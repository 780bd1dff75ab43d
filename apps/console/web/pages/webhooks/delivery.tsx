import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { isUndelivered, pageOf } from '../../api/resource.js';
import { Actions } from '../../generic/actions.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList, type NamedFact } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Json } from '../../parts/json.js';
import { Region } from '../../parts/page.js';
import { Status, Time } from '../../parts/text.js';
import { Answer, type Try, whyNoAnswer } from './answer.js';
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

/** Shows an event on its way to a subscription: the last answer first, then each try with what was sent and came back. */
function Delivery({ of }: BodyProps<Api.Webhook>): ReactElement {
  const { topic, state, nextRetry, sequence, attempts, _links } = of;
  const last = attempts.at(-1);
  const earlier = attempts.slice(0, -1).reverse();
  return (
    <>
      <div className="actions">
        <Actions resource={of} subject={topic} />
      </div>
      <p className={`note ${tones[state] ?? ''}`}>
        {last ? <LastAnswer of={last} tries={attempts.length} /> : 'No try was made yet.'}
        {nextRetry !== undefined && (
          <>
            {' '}
            Next try at <Time at={nextRetry} />.
          </>
        )}
      </p>
      <FactList
        facts={{
          Status: <Status of={state} />,
          Event: _links.event && (
            <Go to={pageOf(_links.event)}>
              <code>{topic}</code>
            </Go>
          ),
          Sequence: sequence,
          Tries: attempts.length,
        }}
      />
      {last && <Attempt attempt={last} number={attempts.length} />}
      {earlier.map((attempt, place) => (
        <details key={attempt.id} className="card">
          <summary>
            Try {earlier.length - place} <Answer to={attempt} /> <Time at={attempt.request.timestamp} />
          </summary>
          <Attempt attempt={attempt} number={earlier.length - place} />
        </details>
      ))}
    </>
  );
}

const tones: Readonly<Record<string, string>> = { delivered: 'good', failed: 'bad', waiting: 'bad' };

/** Says in a sentence what the last try brought. */
function LastAnswer({ of, tries }: { readonly of: Try; readonly tries: number }): ReactElement {
  const [response, at] = [of.response, <Time at={of.request.timestamp} />];
  return (
    <>
      {response ? `Answered ${String(response.statusCode)} after ${String(of.durationMs)} ms` : whyNoAnswer(of)} at {at}
      , in try {tries}.
    </>
  );
}

interface AttemptProps {
  readonly attempt: Try;
  readonly number: number;
}

const Attempt = ({ attempt, number }: AttemptProps): ReactElement => {
  const { request, response, durationMs } = attempt;
  return (
    <div className="halves">
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
          <p>{whyNoAnswer(attempt)}: nothing came back.</p>
        )}
      </Region>
    </div>
  );
};

/** The headers and the body of one direction. */
const Sent = ({
  half: { headers, body },
}: {
  readonly half: Pick<Try['request'], 'headers' | 'body'>;
}): ReactElement => (
  <>
    <FactList facts={headers.map(({ name, value }): NamedFact => [name, <>{value}</>])} />
    {body ? <Body of={body} /> : <p className="quiet">No body</p>}
  </>
);

/** Shows JSON as such. Other text stays as it came. */
function Body({ of }: { readonly of: string }): ReactElement {
  try {
    return <Json of={JSON.parse(of) as unknown} />;
  } catch {
    return (
      <pre className="json" tabIndex={0}>
        {of}
      </pre>
    );
  }
}
