import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from './columns.js';

/** Why a transfer failed. */
export const returnCodeColumns = columnsOf<Api.Transfer>({
  'Return code': (transfer) => <ReturnCode of={transfer} />,
});

function ReturnCode({ of }: { readonly of: Api.Transfer }): ReactElement | null {
  const { data } = useResource(of._links.failure);
  return data ? (
    <>
      {data.code} {data.description}
    </>
  ) : null;
}
