import { type Api, ApiError, linkTo } from '@halyard/client';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { FactList } from '../parts/facts.js';
import { Go, useGo } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import type { PageRow } from '../parts/page-rows.js';
import { Failed, Page } from '../parts/page.js';
import { Time, wordsOf } from '../parts/text.js';
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
        <input type="search" name="key" aria-label="Key" placeholder="Key" defaultValue={key} key={key} />
      </form>
      {isUnknown && <p>No such key</p>}
      {data?.uses.map((use) => (
        <Use key={use.path + use.firstUsed} of={use} />
      ))}
      {link && (data ?? error) && <RequestsUnder page={link.href} keyUsed={key} query={searchStr} />}
    </Page>
  );
}

function Use({ of }: { readonly of: Api.IdempotencyKey['uses'][number] }): ReactElement {
  const made = of._links.resource?.href ?? of.location;
  return (
    <div className="card">
      <FactList
        facts={{
          Request: `${of.method} ${of.path}`,
          Application: of.application?.name,
          State: wordsOf(of.state),
          Status: of.status,
          'First use': <Time at={of.firstUsed} />,
          Expiry: <Time at={of.expires} />,
          Made: made !== undefined && <Go to={pageOf(made)}>{pageOf(made)}</Go>,
        }}
      />
    </div>
  );
}

const row = { heading: HEADING, under: '/requests', help: 'concepts/idempotency/', Show: IdempotencyKeys } as const;

export const idempotencyKeyPages: readonly PageRow[] = [
  { path: '/idempotency-keys', place: 'palette', ...row },
  { path: '/idempotency-keys/{key}', ...row },
];
