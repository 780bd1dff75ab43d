import { linkTo, type LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Time } from '../../parts/text.js';

interface NamedPerson {
  readonly name?: string;
  readonly email?: string;
}

/** Links to the page of a person or an application, by name. If it is no longer known, the id alone is shown. */
function Who({ of }: { readonly of: LinkTo<NamedPerson> }): ReactElement {
  const { data } = useResource(of);
  const id = idOf(of);
  return data ? (
    <Go to={pageOf(of)} title={id}>
      {data.name || data.email || id}
    </Go>
  ) : (
    <>{id}</>
  );
}

interface Doer {
  /** The application's id. */
  readonly application?: string | undefined;
  /** The person's id. */
  readonly person?: string | undefined;
}

/** Names who did something: the person, or the application of a program. */
export function whoDid({ application, person }: Doer): ReactElement | undefined {
  if (person) return <Who of={linkTo('/operations/people/{id}', { path: { id: person } })} />;
  return application ? <Who of={linkTo('/operations/applications/{id}', { path: { id: application } })} /> : undefined;
}

interface DoneProps extends Doer {
  readonly at: string | undefined;
}

/** Shows when something was done and, below that, by whom. */
export function Done({ at = '', ...doer }: DoneProps): ReactElement {
  const by = whoDid(doer);
  return (
    <>
      <Time at={at} />
      {by && <div className="quiet">by {by}</div>}
    </>
  );
}
