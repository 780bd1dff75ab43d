import type { ReactElement } from 'react';
import { at, idOf, isUndelivered, linkOf, pageOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Actions } from '../../generic/actions.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { Status, Time } from '../../parts/text.js';

const POLL_WHILE_RETRYING_MS = 1_000;

/** Shows an event on its way to a subscription: each attempt, with what was sent and what came back. */
export function DeliveryPage(): ReactElement {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname, { everyMs: POLL_WHILE_RETRYING_MS, moves: isUndelivered });
  if (error) return <Failed error={error} heading="Delivery" />;
  if (!data) return <Waiting heading="Delivery" />;
  const attempts = at(data, 'attempts');
  const [subscription, event] = [linkOf(data, 'subscription'), linkOf(data, 'event')];
  const topic = text(data, 'topic');
  return (
    <Page
      heading={topic}
      crumbs={subscription !== undefined && <Go to={pageOf(subscription)}>Subscription</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} />}
    >
      <p className="lead">
        <Status of={text(data, 'state')} /> {text(data, 'nextRetry') !== '' && 'Next try '}
        <Time at={text(data, 'nextRetry')} />
      </p>
      <div className="actions">
        <Actions resource={data} subject={topic} />
        {event !== undefined && <Go to={pageOf(event)}>Event {text(data, 'sequence')}</Go>}
      </div>
      {Array.isArray(attempts) && attempts.length > 0 ? (
        attempts.map((attempt: unknown, index) => (
          <Attempt key={text(attempt, 'id')} attempt={attempt} number={index + 1} />
        ))
      ) : (
        <p>No try was made yet.</p>
      )}
    </Page>
  );
}

interface AttemptProps {
  readonly attempt: unknown;
  readonly number: number;
}

function Attempt({ attempt, number }: AttemptProps): ReactElement {
  const response = at(attempt, 'response');
  return (
    <>
      <Region name={`Request of try ${number}`}>
        <p>
          POST <code>{text(attempt, 'request.url')}</code> <Time at={text(attempt, 'request.timestamp')} />
        </p>
        <Sent half={at(attempt, 'request')} />
      </Region>
      <Region name={`Response of try ${number}`}>
        {response === undefined ? (
          <p>{text(attempt, 'error') || 'None came.'}</p>
        ) : (
          <>
            <p>
              {text(response, 'statusCode')} after {text(attempt, 'durationMs')} ms
            </p>
            <Sent half={response} />
          </>
        )}
      </Region>
    </>
  );
}

/** The headers and the body of one direction. */
function Sent({ half }: { readonly half: unknown }): ReactElement {
  const headers = at(half, 'headers');
  const body = text(half, 'body');
  return (
    <>
      <dl className="facts">
        {Array.isArray(headers) &&
          headers.map((header) => (
            <div key={text(header, 'name')}>
              <dt>{text(header, 'name')}</dt>
              <dd>{text(header, 'value')}</dd>
            </div>
          ))}
      </dl>
      {body === '' ? (
        <p className="quiet">No body</p>
      ) : (
        <pre className="json" tabIndex={0}>
          {indented(body)}
        </pre>
      )}
    </>
  );
}

/** Indents JSON. Other text stays as it came. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
