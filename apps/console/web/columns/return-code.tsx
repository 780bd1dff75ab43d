import type { ReactElement } from 'react';
import { linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import type { Column } from '../parts/table.js';

/** Why a transfer failed. */
export const returnCodeColumn: Column = {
  name: 'Return code',
  of: (transfer) => <ReturnCode failure={linkOf(transfer, 'failure')} />,
};

function ReturnCode({ failure }: { readonly failure: string | undefined }): ReactElement | null {
  const { data } = useResource(failure === undefined ? undefined : pageOf(failure));
  return data ? (
    <>
      {text(data, 'code')} {text(data, 'description')}
    </>
  ) : null;
}
