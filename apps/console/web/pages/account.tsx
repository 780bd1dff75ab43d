import { type ReactElement, useState } from 'react';
import { neighbours } from '../api/neighbours.js';
import { useResource } from '../api/use-resource.js';
import { Beside, Facts } from '../generic/resource-page.js';
import { Go } from '../parts/go.js';
import { Page, Region } from '../parts/page.js';
import { Refusal } from '../parts/messages.js';
import { hasSingleKeys, setSingleKeys } from '../parts/single-keys.js';
import { useSession } from '../session/session.js';

/** Shows the account, and the person's own settings. */
export function AccountPage(): ReactElement {
  const { account, user, role } = useSession();
  const { data, error } = useResource(`/accounts/${account.id}`);
  const [keys, setKeys] = useState(hasSingleKeys);
  const toggle = (): void => {
    setSingleKeys(!keys);
    setKeys(!keys);
  };
  return (
    <Page heading="Account" crumbs={<Go to="/">Overview</Go>}>
      <Region name="This account">
        <Refusal error={error} />
        {data && <Facts of={data} />}
        <p>
          <Go to="/team">Members, invitations and roles</Go>
        </p>
      </Region>
      <Beside name="Settings and limits" path={`/accounts/${account.id}/settings`} />
      <Region name="You">
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>{user.name}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{role.charAt(0).toUpperCase() + role.slice(1)}</dd>
          </div>
        </dl>
        <p>
          <a href={`${neighbours.auth}/me`}>Your password, second step and sessions</a>
        </p>
        <button type="button" role="switch" aria-checked={keys} onClick={toggle}>
          Single-key shortcuts
        </button>
      </Region>
    </Page>
  );
}
