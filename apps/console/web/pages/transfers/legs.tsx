import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';
import { Refusal } from '../../parts/messages.js';
import { type RowDetails, Table } from '../../parts/table.js';

/** The transfers of a payment, below its row. */
function Legs({ of }: { readonly of: Api.Payment }): ReactElement {
  const { data, error } = useResource(of._links.transfers);
  return (
    <>
      <Refusal error={error} />
      {data ? (
        <Table
          name={`Legs of ${of.id}`}
          columns={briefTransferColumns}
          items={itemsOf(data)}
          empty="No leg has begun."
        />
      ) : (
        <p aria-busy="true">…</p>
      )}
    </>
  );
}

export const legs: RowDetails<Api.Payment> = { label: () => 'Legs', Show: Legs };
