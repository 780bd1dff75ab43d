import { ApiError } from '@halyard/client';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { at, linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { FactList } from '../parts/facts.js';
import { Go, useGo } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Page } from '../parts/page.js';
import { Time, wordsOf } from '../parts/text.js';
import { RequestsUnder } from './requests-under.js';

const HEADING = 'Idempotency keys';
const PATH = '/idempotency-keys';

/** Shows what was done under a key, and every request that was sent under it. */
export function IdempotencyKeys(): ReactElement {
  const { key = '' }: { readonly key?: string } = useParams({ strict: false });
  const { searchStr } = usePageLocation();
  const go = useGo();
  const path = `${PATH}/${encodeURIComponent(key)}`;
  const { data, error } = useResource(key === '' ? undefined : path);
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (error && !isUnknown) return <Failed error={error} heading={HEADING} />;
  const uses = at(data, 'uses');
  const told: readonly unknown[] = Array.isArray(uses) ? uses : [];
  return (
    <Page heading={HEADING} crumbs={<Go to="/requests">Requests</Go>}>
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
      {told.map((use) => (
        <Use key={text(use, 'path') + text(use, 'firstUsed')} of={use} />
      ))}
      {key !== '' && (data ?? error) && <RequestsUnder page={path} keyUsed={key} query={searchStr} />}
    </Page>
  );
}

function Use({ of }: { readonly of: unknown }): ReactElement {
  const made = linkOf(of, 'resource') ?? text(of, 'location');
  return (
    <div className="card">
      <FactList
        facts={[
          ['Request', `${text(of, 'method')} ${text(of, 'path')}`],
          ['Application', text(of, 'application.name')],
          ['State', wordsOf(text(of, 'state'))],
          ['Status', text(of, 'status')],
          ['First use', <Time key="first" at={text(of, 'firstUsed')} />],
          ['Expiry', <Time key="expiry" at={text(of, 'expires')} />],
          ['Made', made !== '' && <Go to={pageOf(made)}>{pageOf(made)}</Go>],
        ]}
      />
    </div>
  );
}
