import { type Api, type Hal, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, withValue } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { CreateButton } from '../generic/create-button.js';
import { RowActions } from '../generic/row-actions.js';
import type { PageRow } from '../parts/page-rows.js';
import { Loaded, Page, Region } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';

/** Whether a person is the one who looks at the page. */
function useIsOneself(): (person: Api.Person) => boolean {
  const { user } = useSession();
  return ({ email }) => email === user.email;
}

function NameOf({ of }: { readonly of: Api.Person }): ReactElement {
  const isOneself = useIsOneself();
  return (
    <>
      <span>{of.name}</span> {isOneself(of) && <span className="quiet">you</span>}
    </>
  );
}

/** Nobody removes themselves by mistake: another owner does that. */
function PersonActions({ of }: { readonly of: Api.Person }): ReactElement {
  const isOneself = useIsOneself();
  return (
    <RowActions
      item={of}
      subject={of.name}
      rels={isOneself(of) || of.role === 'operator' ? ['edit'] : ['edit', 'remove']}
      notes={{
        remove: `${of.name} can no longer enter this account. The integrations that this person has connected are disconnected.`,
      }}
    />
  );
}

const who = columnsOf<Api.Person | Api.Invitation>({
  'E-mail': 'email',
  Role: ({ role }) => wordsOf(role),
});
const members = [
  ...columnsOf<Api.Person>({ Name: (person) => <NameOf of={person} /> }),
  ...who,
  ...columnsOf<Api.Person>({ Actions: (person) => <PersonActions of={person} /> }),
];
const invited = [
  ...columnsOf<Api.Invitation>({ Name: 'name' }),
  ...who,
  ...columnsOf<Api.Invitation>({
    Until: 'expires',
    Actions: (invitation) => (
      <RowActions
        item={invitation}
        subject={invitation.email}
        rels={['withdraw']}
        notes={{ withdraw: `The link that was sent to ${invitation.email} no longer works.` }}
      />
    ),
  }),
];

const POLL_WHILE_INVITED_MS = 20_000;
/** Another owner may change the team at any time. */
const REST_MS = 300_000;

const labels = { email: 'E-mail', name: 'Name', role: 'Role' };

/** Whoever is invited only reads, unless somebody chooses more. */
const inviting = (invitations: Api.InvitationList): Hal => withValue(invitations, 'default', 'role', 'viewer');

/** The people who may act for the account, and the invitations. */
function Team(): ReactElement {
  const { environment } = useSession();
  const following = { everyMs: POLL_WHILE_INVITED_MS, restMs: REST_MS };
  const invitations = useResource(linkTo('/invitations'), {
    ...following,
    moves: (list) => itemsOf(list).length > 0,
  });
  const people = useResource(linkTo('/people'), {
    ...following,
    moves: () => itemsOf(invitations.data).length > 0,
  });
  return (
    <Loaded reads={{ people, invitations }}>
      {(team) => (
        <Page
          heading="Team"
          actions={<CreateButton of={inviting(team.invitations)} label="Invite" labels={labels} isButton />}
        >
          <Region name="Members">
            <Table
              name="Members"
              columns={members}
              items={itemsOf(team.people)}
              empty="Nobody belongs to the account."
            />
          </Region>
          <Region name="Invitations">
            {environment === 'sandbox' && (
              <p className="hint">
                Letters of this sandbox are files in <code>.data/mail</code>, or in <code>mail</code> below DATA_DIR.
              </p>
            )}
            <Table
              name="Invitations"
              columns={invited}
              items={itemsOf(team.invitations)}
              empty="Nobody is invited. An invitation is a letter with a link, by which a person joins the account."
            />
          </Region>
        </Page>
      )}
    </Loaded>
  );
}

export const teamPage: PageRow = {
  path: '/team',
  heading: 'Team',
  place: 'navigation',
  icon: 'team',
  group: 'Account',
  help: 'how-to/let-people-log-in/',
  Show: Team,
};
