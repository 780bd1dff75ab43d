import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go } from '../parts/go.js';
import { useSession } from '../session/session.js';

/** The name of a person of the team, as far as this person may know it: owners and operators do. */
function usePersonName(id: string | undefined): string | undefined {
  const { role } = useSession();
  const team = useResource(id !== undefined && role === 'owner' ? linkTo('/people') : undefined);
  const standing = useResource(
    id !== undefined && role === 'operator' ? linkTo('/operations/people/{id}', { path: { id } }) : undefined,
  );
  const person = standing.data ?? itemsOf(team.data).find((one) => one.id === id);
  return person && (person.name || person.email);
}

/** Who sent a request: an application, or a person with one. */
export function Sender({ of: { application, person } }: { readonly of: Api.Request['who'] }): ReactElement {
  const name = usePersonName(person?.id);
  if (!person) return <Go to={`/applications/${application.id}`}>{application.name}</Go>;
  return (
    <>
      {name ?? 'A person'} <span className="quiet">by {application.name}</span>
    </>
  );
}
