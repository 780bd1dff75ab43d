import { useLocation } from '@tanstack/react-router';
import { ApiError } from '@halyard/client';
import type { ReactElement } from 'react';
import { at, linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go, useGo } from '../parts/go.js';
import { Failed, Page } from '../parts/page.js';
import { Time, wordsOf } from '../parts/text.js';

const PATH = '/idempotency-keys';

/** What was done under a key. */
export function IdempotencyKeys(): ReactElement {
  const { pathname } = useLocation();
  const go = useGo();
  const key = pathname.slice(PATH.length + 1);
  const { data, error } = useResource(key === '' ? undefined : `${PATH}/${key}`);
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (error && !isUnknown) return <Failed error={error} heading="Idempotency keys" />;
  const uses = at(data, 'uses');
  return (
    <Page heading="Idempotency keys">
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
          placeholder="Key"
          defaultValue={decodeURIComponent(key)}
          key={key}
        />
      </form>
      {isUnknown && <p>No such key</p>}
      {Array.isArray(uses) &&
        uses.map((use) => {
          const resource = linkOf(use, 'resource') ?? text(use, 'location');
          return (
            <dl className="facts card" key={text(use, 'path') + text(use, 'firstUsed')}>
              <div>
                <dt>Request</dt>
                <dd>
                  {text(use, 'method')} {text(use, 'path')}
                </dd>
              </div>
              <div>
                <dt>State</dt>
                <dd>
                  {wordsOf(text(use, 'state'))} {text(use, 'status')}
                </dd>
              </div>
              <div>
                <dt>First use</dt>
                <dd>
                  <Time at={text(use, 'firstUsed')} />
                </dd>
              </div>
              <div>
                <dt>Expiry</dt>
                <dd>
                  <Time at={text(use, 'expires')} />
                </dd>
              </div>
              {resource !== '' && (
                <div>
                  <dt>Made</dt>
                  <dd>
                    <Go to={pageOf(resource)}>{pageOf(resource)}</Go>
                  </dd>
                </div>
              )}
            </dl>
          );
        })}
    </Page>
  );
}
