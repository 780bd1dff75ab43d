import { type Api, ApiError, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, textOf, valueAt, withQuery } from '../api/resource.js';
import { useResource, useResources } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { Refusal } from '../parts/messages.js';
import { Paging } from '../parts/paging.js';
import { Region } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { requestColumns } from './requests.js';

interface RequestsProps {
  /** The path of the page that shows the requests. Its query pages through them (`?after=`). */
  readonly page: string;
  readonly keyUsed: string;
  readonly query: string;
}

type ComparedRequest = Api.Request & { readonly differs: string };

/** Lists the requests that were sent under a key, and where refused ones differ from the first one. */
export function RequestsUnder({ page, keyUsed, query }: RequestsProps): ReactElement | null {
  const asked = new URLSearchParams(query);
  asked.set('key', keyUsed);
  const { data, error } = useResource(withQuery(linkTo('/requests'), `?${asked.toString()}`));
  const requests = itemsOf(data);
  const differing = requests.filter(({ code }) => code === 'IdempotencyKeyReused');
  const refused = useResources(differing.map(({ _links }) => _links.self));
  if (error instanceof ApiError && error.status === 404) return null;
  const items = requests.map((request): ComparedRequest => {
    const known = refused[differing.indexOf(request)]?.data;
    return {
      ...request,
      differs: refusedAt(known?.response?.body)
        .map(({ path }) => path)
        .join(', '),
    };
  });
  return (
    <Region name="Sent under it">
      <Refusal error={error} />
      {data && (
        <>
          <Table
            name="Requests"
            columns={columns}
            items={items}
            empty="The log has no request under this key any more."
          />
          <Paging list={data} pageOf={({ href }) => page + new URL(href).search} />
        </>
      )}
    </Region>
  );
}

const columns = [...requestColumns, ...columnsOf<ComparedRequest>({ 'Differs at': 'differs' })];

export interface RefusedPlace {
  /** A JSON pointer into the body, or the place in the query or the headers. */
  readonly path: string;
  readonly message: string;
}

/** The places that the body of a refusal names, with what is wrong there. */
export function refusedAt(body: unknown): readonly RefusedPlace[] {
  const errors = valueAt(body, '_embedded.errors');
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => ({ path: textOf(valueAt(error, 'path')), message: textOf(valueAt(error, 'message')) }));
}
