import type { Api, Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { curlOf } from '../api/curl.js';
import { idOf, pageOf } from '../api/resource.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Region } from '../parts/page.js';
import { Status, Time } from '../parts/text.js';

export const requestPage = resourcePage({
  path: '/requests/{id}',
  heading: 'Request',
  headingOf: ({ method, path }) => `${method} ${path}`,
  curlOf: curlOfLogged,
  Body: Request,
});

/** Shows a request as the log has it: `[kind]` stands for a value that the log replaced. */
function Request({ of }: BodyProps<Api.Request>): ReactElement {
  const { resource, 'idempotency-key': key } = of._links;
  return (
    <>
      <p className="lead">
        <Status of={String(of.status)} /> {of.code} <Time at={of.created} />
      </p>
      <FactList
        facts={{
          Application: of.who.application.name,
          Person: of.who.person?.id,
          Duration: `${String(of.durationMs)} ms`,
          Address: of.address,
          Trace: of.trace,
          'Answered from its key': of.replayed && 'Yes',
          Resource: resource && <Linked to={resource} />,
          'Idempotency key': key && <Linked to={key} />,
        }}
      />
      <Region name="Request">
        <Half half={of.request} />
      </Region>
      <Region name="Response">
        <Half half={of.response} />
      </Region>
      <Region name="Caused">
        <Caused by={of} />
      </Region>
    </>
  );
}

const Linked = ({ to }: { readonly to: Link }): ReactElement => <Go to={pageOf(to)}>{decodeURIComponent(idOf(to))}</Go>;

/**
 * A command that repeats the request under the request's idempotency key, so that there is no second effect. People
 * fill in the replaced values.
 */
function curlOfLogged({ method, path, request, _links }: Api.Request): string {
  if (method === 'GET' || method === 'HEAD') return curlOf(path);
  const key = _links['idempotency-key'];
  return curlOf(path, { method, body: request?.body, ...(key && { key: decodeURIComponent(idOf(key)) }) });
}

/** The headers and the body of one direction. */
function Half({ half = { headers: {}, bytes: 0 } }: { readonly half: Api.Request['request'] }): ReactElement {
  return (
    <>
      <FactList facts={[...Object.entries(half.headers), ['Bytes', half.bytes]]} />
      {half.body === undefined ? (
        <p className="quiet">No body was kept.</p>
      ) : (
        <pre className="json" tabIndex={0}>
          {JSON.stringify(half.body, undefined, 2)}
        </pre>
      )}
      {half.truncated && <p className="quiet">The body was longer, and the rest was not kept.</p>}
    </>
  );
}

function Caused({ by: { caused } }: { readonly by: Api.Request }): ReactElement {
  const { timeline, events = [], more } = caused ?? {};
  if (!timeline && events.length === 0) return <p className="quiet">The log names nothing that it caused.</p>;
  return (
    <ul className="links">
      {timeline && (
        <li>
          <Go to={pageOf(timeline).replace(/\/timeline$/, '')}>Timeline</Go>
        </li>
      )}
      {events.map(({ topic, event }) => (
        <li key={event.href}>
          <Go to={pageOf(event)}>{topic}</Go>
        </li>
      ))}
      {more && <li>And more</li>}
    </ul>
  );
}
