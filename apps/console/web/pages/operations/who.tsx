import { linkTo, type LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { usePartyText } from '../../columns/party-name.js';
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

/** Links to an account of the installation, by name. */
export const AccountName = ({ id }: { readonly id: string }): ReactElement => (
  <Who of={linkTo('/operations/accounts/{id}', { path: { id } })} />
);

/**
 * Links to a customer as operators see it. They know the names of their own account's customers, and the end of the id of
 * others.
 */
export function CustomerName({ id }: { readonly id: string }): ReactElement {
  const name = usePartyText({ href: `/customers/${id}` });
  return (
    <Go to={`/operations/customers/${id}`} title={id}>
      Customer {name}
    </Go>
  );
}

/** The account to which a customer belongs, by name. */
export function AccountOfCustomer({ id }: { readonly id: string }): ReactElement | null {
  const { data } = useResource(linkTo('/operations/customers/{id}', { path: { id } }));
  return data?._links.account ? <AccountName id={idOf(data._links.account)} /> : null;
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
