import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { shortId } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go } from '../parts/go.js';

/** A link to an application, by its name; the end of its id while the name is unknown. */
export function ApplicationName({ id }: { readonly id: string }): ReactElement {
  const { data } = useResource(linkTo('/applications/{id}', { path: { id } }));
  return (
    <Go to={`/applications/${id}`} title={id}>
      {data?.name ?? shortId(`/applications/${id}`)}
    </Go>
  );
}
