import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from './columns.js';
import { nextTry, returnCodeRow } from './return-advice.js';

/** Why a transfer failed. */
export const returnCodeColumns = columnsOf<Api.Transfer>({
  'Return code': { of: (transfer) => <ReturnCode of={transfer} />, has: ({ _links }) => _links.failure !== undefined },
});

/** Advice on a transfer that failed. */
export const adviceColumns = columnsOf<Api.Transfer>({
  'What to do': { of: (transfer) => <Advice of={transfer} />, has: ({ _links }) => _links.failure !== undefined },
});

interface ReturnedProps {
  readonly of: Api.Transfer;
}

function ReturnCode({ of }: ReturnedProps): ReactElement | null {
  const { data } = useResource(of._links.failure);
  return data ? (
    <span className="wraps">
      {data.code} {data.description}
    </span>
  ) : null;
}

function Advice({ of }: ReturnedProps): ReactElement | null {
  const { data } = useResource(of._links.failure);
  const row = data && returnCodeRow(data.code);
  return row ? <span className="wraps">{nextTry(row)}</span> : null;
}
