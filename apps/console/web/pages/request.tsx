import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { curlOf } from '../api/curl.js';
import { at, idOf, linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../parts/page.js';
import { Time, Status } from '../parts/text.js';

/** Shows a request as the log has it: `[kind]` stands for a value that the log replaced. */
export function RequestPage(): ReactElement {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname);
  if (error) return <Failed error={error} heading="Request" />;
  if (!data) return <Waiting heading="Request" />;
  return (
    <Page
      heading={`${text(data, 'method')} ${text(data, 'path')}`}
      crumbs={<Go to="/requests">Requests</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} curl={curlOfLogged(data)} />}
    >
      <p className="lead">
        <Status of={text(data, 'status')} /> {text(data, 'code')} <Time at={text(data, 'created')} />
      </p>
      <Told request={data} />
      <Region name="Request">
        <Half half={at(data, 'request')} />
      </Region>
      <Region name="Response">
        <Half half={at(data, 'response')} />
      </Region>
      <Region name="Caused">
        <Caused request={data} />
      </Region>
    </Page>
  );
}

/**
 * A command that sends the request with its own key, under which it has its effect once. People fill in the replaced
 * values.
 */
function curlOfLogged(request: Resource): string {
  const [method, path] = [text(request, 'method'), text(request, 'path')];
  if (method === 'GET' || method === 'HEAD') return curlOf(path);
  const keyLink = linkOf(request, 'idempotency-key');
  return curlOf(path, {
    method,
    body: at(request, 'request.body'),
    ...(keyLink !== undefined && { key: decodeURIComponent(idOf(keyLink)) }),
  });
}

function Told({ request }: { readonly request: Resource }): ReactElement {
  const person = text(request, 'who.person.id');
  const links = ['resource', 'idempotency-key'].flatMap((rel) => {
    const href = linkOf(request, rel);
    return href === undefined ? [] : [[rel, href] as const];
  });
  const facts: readonly (readonly [string, string])[] = [
    ['Application', text(request, 'who.application.name')],
    ['Person', person],
    ['Duration', `${text(request, 'durationMs')} ms`],
    ['Address', text(request, 'address')],
    ['Trace', text(request, 'trace')],
    ['Answered from its key', text(request, 'replayed') === 'true' ? 'Yes' : ''],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {links.map(([rel, href]) => (
        <div key={rel}>
          <dt>{rel === 'resource' ? 'Resource' : 'Idempotency key'}</dt>
          <dd>
            <Go to={pageOf(href)}>{decodeURIComponent(idOf(href))}</Go>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The headers and the body of one direction. */
function Half({ half }: { readonly half: unknown }): ReactElement {
  const body = at(half, 'body');
  const headers = Object.keys(Object(at(half, 'headers') ?? {}) as object);
  return (
    <>
      <dl className="facts">
        {headers.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text(half, `headers.${name}`)}</dd>
          </div>
        ))}
        <div>
          <dt>Bytes</dt>
          <dd>{text(half, 'bytes') || '0'}</dd>
        </div>
      </dl>
      {body === undefined ? (
        <p className="quiet">No body was kept.</p>
      ) : (
        <pre className="json" tabIndex={0}>
          {JSON.stringify(body, undefined, 2)}
        </pre>
      )}
      {text(half, 'truncated') === 'true' && <p className="quiet">The body was longer, and the rest was not kept.</p>}
    </>
  );
}

function Caused({ request }: { readonly request: Resource }): ReactElement {
  const timeline = text(request, 'caused.timeline.href');
  const events = at(request, 'caused.events');
  const told = Array.isArray(events) ? events : [];
  if (timeline === '' && told.length === 0) return <p className="quiet">The log names nothing that it caused.</p>;
  return (
    <ul className="links">
      {timeline !== '' && (
        <li>
          <Go to={pageOf(timeline).replace(/\/timeline$/, '')}>Timeline</Go>
        </li>
      )}
      {told.map((one) => (
        <li key={text(one, 'event.href')}>
          <Go to={pageOf(text(one, 'event.href'))}>{text(one, 'topic')}</Go>
        </li>
      ))}
      {text(request, 'caused.more') === 'true' && <li>And more</li>}
    </ul>
  );
}
