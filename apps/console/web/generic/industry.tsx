import type { ReactElement } from 'react';
import { at, itemsOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { CopyButton } from '../parts/copy-button.js';

/** Names a company's industry. The API lists industries in groups. */
export function Industry({ id }: { readonly id: string }): ReactElement {
  const { data } = useResource('/business-classifications');
  const industry = itemsOf(data)
    .flatMap(industriesOf)
    .find((one) => text(one, 'id') === id);
  if (!industry) return <>{id}</>;
  return (
    <>
      {text(industry, 'name')} <CopyButton label="Copy classification id" what="Classification id" value={id} />
    </>
  );
}

function industriesOf(group: unknown): readonly unknown[] {
  const industries = at(group, '_embedded.industry-classifications');
  return Array.isArray(industries) ? industries : [];
}
