import { ApiError } from '@halyard/client';
import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { at, itemsOf, linkOf, pageOf, text } from '../api/resource.js';
import { useResource, useResources } from '../api/use-resource.js';
import { columnsOf } from '../generic/columns.js';
import { pageAt } from '../generic/list-table.js';
import { Refusal } from '../parts/messages.js';
import { Paging } from '../parts/paging.js';
import { Region } from '../parts/page.js';
import { type Column, Table } from '../parts/table.js';

const PATH = '/requests';

interface RequestsProps {
  /** The path of the page that shows the requests. Its query pages through them (`?after=`). */
  readonly page: string;
  readonly keyUsed: string;
  readonly query: string;
}

/** Lists the requests that were sent under a key, and where refused ones differ from the first one. */
export function RequestsUnder({ page, keyUsed, query }: RequestsProps): ReactElement | null {
  const asked = new URLSearchParams(query);
  asked.set('key', keyUsed);
  const { data, error } = useResource(`${PATH}?${asked.toString()}`);
  const requests = itemsOf(data);
  const differing = requests.filter((request) => text(request, 'code') === 'IdempotencyKeyReused');
  const told = useResources(differing.map((request) => pageOf(linkOf(request, 'self') ?? '')));
  if (error instanceof ApiError && error.status === 404) return null;
  const items = requests.map((request): Resource => {
    const refused = told[differing.indexOf(request)]?.data;
    return { ...request, differs: pointersIn(refused).join(', ') };
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
            empty={<p>The log has no request under this key.</p>}
          />
          <Paging list={data} pageOf={(href) => page + new URL(href).search} />
        </>
      )}
    </Region>
  );
}

const columns: readonly Column[] = [
  ...columnsOf(pageAt(PATH)),
  { name: 'Differs at', of: (request) => text(request, 'differs') },
];

/** Pointers to the places where a request differs from the first one under its key, from its refusal. */
function pointersIn(request: unknown): readonly string[] {
  const errors = at(request, 'response.body._embedded.errors');
  return Array.isArray(errors) ? errors.map((error) => text(error, 'path')) : [];
}
