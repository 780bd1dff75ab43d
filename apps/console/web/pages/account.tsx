import { linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { neighbours } from '../api/neighbours.js';
import { FactsSection } from '../generic/facts.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Id } from '../parts/id.js';
import type { PageRow } from '../parts/page-rows.js';
import { Page, Region } from '../parts/page.js';
import { Section } from '../parts/section.js';
import { wordsOf } from '../parts/text.js';
import { hasSingleKeys, setSingleKeys } from '../parts/single-keys.js';
import { useSession } from '../session/session.js';
import { zoneText } from './zone-text.js';

/** Shows the account, and the person's own settings. */
function Account(): ReactElement {
  const { account, user, role } = useSession();
  const path = { id: account.id };
  const [keys, setKeys] = useState(hasSingleKeys);
  const toggle = (): void => {
    setSingleKeys(!keys);
    setKeys(!keys);
  };
  return (
    <Page heading="Account">
      <Section name="This account" of={linkTo('/accounts/{id}', { path })}>
        {(own) => (
          <>
            <FactList
              facts={{
                Name: own.name,
                'Time zone': own.timezoneOffset === undefined ? undefined : zoneText(own.timezoneOffset),
                Id: <Id of={own.id} />,
              }}
            />
            <p>
              <Go to="/team">Members, invitations and roles</Go>
            </p>
          </>
        )}
      </Section>
      <FactsSection name="Settings and limits" of={linkTo('/accounts/{id}/settings', { path })} />
      <Region name="You">
        <FactList facts={{ Name: user.name, 'E-mail': user.email, Role: wordsOf(role) }} />
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

export const accountPage: PageRow = {
  path: '/account',
  heading: 'Account',
  place: 'palette',
  Show: Account,
};
