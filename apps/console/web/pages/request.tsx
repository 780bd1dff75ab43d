import type { Api, Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { curlOf } from '../api/curl.js';
import { docsOf } from '../api/neighbours.js';
import { idOf, pageOf, textOf, valueAt } from '../api/resource.js';
import { NamelessLink } from '../columns/resource-link.js';
import { Sender } from '../columns/sender.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Id } from '../parts/id.js';
import { Json } from '../parts/json.js';
import { Region } from '../parts/page.js';
import { Status, Time } from '../parts/text.js';
import { Caused } from './request-caused.js';
import { refusedAt } from './requests-under.js';

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
        <Status of={String(of.status)} /> <Time at={of.created} />
        <span className="quiet">{of.durationMs.toFixed(1)} ms</span>
      </p>
      {of.code !== undefined && <WhyRefused of={of} code={of.code} />}
      <FactList
        facts={{
          Who: <Sender of={of.who} />,
          Resource: resource && <NamelessLink to={resource} />,
          'Idempotency key': key && <KeyLink to={key} />,
          'Answered from its key': of.replayed && 'Yes',
          Address: of.address,
          Trace: <Id of={of.trace} />,
        }}
      />
      <div className="halves">
        <Region name="Request">
          <Half half={of.request} />
        </Region>
        <Region name="Response">
          <Half half={of.response} />
        </Region>
      </div>
      <Region name="Caused">
        <Caused by={of} />
      </Region>
    </>
  );
}

const KeyLink = ({ to }: { readonly to: Link }): ReactElement => (
  <Go to={pageOf(to)}>
    <code>{decodeURIComponent(idOf(to))}</code>
  </Go>
);

interface WhyRefusedProps {
  readonly of: Api.Request;
  readonly code: string;
}

/** Says first why a request was refused, where in its body, and what to do about it. */
function WhyRefused({ of: { response }, code }: WhyRefusedProps): ReactElement {
  return (
    <div className="note bad">
      <p>
        <strong>{code}</strong> {textOf(valueAt(response?.body, 'message'))}
      </p>
      <ul>
        {refusedAt(response?.body).map(({ path, message }) => (
          <li key={path + message}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
      <p>
        <a href={docsOf(`errors/${code}/`)}>What {code} means, and what to do</a>
      </p>
    </div>
  );
}

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
        <p className="quiet">{half.bytes === 0 ? 'It had no body.' : 'The log kept no body.'}</p>
      ) : (
        <Json of={half.body} />
      )}
      {half.truncated && <p className="quiet">The body was longer, and the rest was not kept.</p>}
    </>
  );
}
