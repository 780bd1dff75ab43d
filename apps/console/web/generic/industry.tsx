import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { CopyButton } from '../parts/copy-button.js';

/** Names a company's industry. The API lists industries in groups. */
export function Industry({ id }: { readonly id: string }): ReactElement {
  const { data } = useResource(linkTo('/business-classifications'));
  const industry = itemsOf(data)
    .flatMap((group) => itemsOf(group))
    .find((one) => one['id'] === id);
  if (!industry) return <>{id}</>;
  return (
    <>
      {String(industry['name'])} <CopyButton label="Copy classification id" what="Classification id" value={id} />
    </>
  );
}
