import { type Api, ApiError, linkTo } from '@halyard/client';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { ResourceLink } from '../columns/resource-link.js';
import { FactList } from '../parts/facts.js';
import { Go, useGo } from '../parts/go.js';
import { Nothing } from '../parts/nothing.js';
import { usePageLocation } from '../parts/page-location.js';
import type { PageRow } from '../parts/page-rows.js';
import { Failed, Page } from '../parts/page.js';
import { Status, Time, wordsOf } from '../parts/text.js';
import { RequestsUnder } from './requests-under.js';

const HEADING = 'Idempotency keys';
const PATH = '/idempotency-keys';

/** Shows what was done under a key, and every request that was sent under it. */
function IdempotencyKeys(): ReactElement {
  const { key = '' }: { readonly key?: string } = useParams({ strict: false });
  const { searchStr } = usePageLocation();
  const go = useGo();
  const link = key === '' ? undefined : linkTo('/idempotency-keys/{key}', { path: { key } });
  const { data, error } = useResource(link);
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (error && !isUnknown) return <Failed error={error} heading={HEADING} />;
  return (
    <Page heading={HEADING}>
      <form
        className="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('key');
          if (typeof given === 'string' && given !== '') go(`${PATH}/${encodeURIComponent(given)}`);
        }}
      >
        <input
          type="search"
          name="key"
          aria-label="Key"
          aria-describedby="key-hint"
          placeholder="The Idempotency-Key of a request"
          defaultValue={key}
          key={key}
        />
        <button type="submit">Find key</button>
      </form>
      <p id="key-hint" className="quiet">
        A POST with an Idempotency-Key is done once, however often it is sent within 24 hours. Here is what was done
        under a key, and each request that was sent with it.
      </p>
      {isUnknown && <Nothing>No such key</Nothing>}
      {data?.uses.map((use) => (
        <Use key={use.path + use.firstUsed} of={use} />
      ))}
      {link && (data ?? error) && <RequestsUnder page={link.href} keyUsed={key} query={searchStr} />}
    </Page>
  );
}

function Use({ of }: { readonly of: Api.IdempotencyKey['uses'][number] }): ReactElement {
  const { resource } = of._links;
  return (
    <div className="card">
      <FactList
        facts={{
          Request: <code>{`${of.method} ${of.path}`}</code>,
          State: wordsOf(of.state),
          Status: of.status !== undefined && <Status of={String(of.status)} />,
          Made: resource ? (
            <ResourceLink to={resource} />
          ) : (
            of.location !== undefined && <MadeAt location={of.location} />
          ),
          Application: of.application && <Go to={`/applications/${of.application.id}`}>{of.application.name}</Go>,
          'First use': <Time at={of.firstUsed} />,
          Expiry: <Time at={of.expires} />,
        }}
      />
    </div>
  );
}

/** A link to what a use made, where the answer named its address alone. */
const MadeAt = ({ location }: { readonly location: string }): ReactElement => (
  <Go to={pageOf(location)}>{pageOf(location)}</Go>
);

const row = { heading: HEADING, under: '/requests', help: 'concepts/idempotency/', Show: IdempotencyKeys } as const;

export const idempotencyKeyPages: readonly PageRow[] = [
  { path: '/idempotency-keys', place: 'palette', ...row },
  { path: '/idempotency-keys/{key}', ...row },
];
