import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { CreateButton } from '../generic/create-button.js';
import { RowActions } from '../generic/row-actions.js';
import type { PageRow } from '../parts/page-rows.js';
import { Loaded, Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { wordsOf } from '../parts/text.js';

const who = columnsOf<Api.Person | Api.Invitation>({
  Name: 'name',
  'E-mail': 'email',
  Role: ({ role }) => wordsOf(role),
});
const members = [
  ...who,
  ...columnsOf<Api.Person>({
    Actions: (person) => <RowActions item={person} subject={person.name} rels={['edit', 'remove']} />,
  }),
];
const invited = [
  ...who,
  ...columnsOf<Api.Invitation>({
    Until: 'expires',
    Actions: (invitation) => <RowActions item={invitation} subject={invitation.email} rels={['withdraw']} />,
  }),
];

const POLL_WHILE_INVITED_MS = 20_000;
/** Another owner may change the team at any time. */
const REST_MS = 300_000;

const labels = { email: 'E-mail', name: 'Name', role: 'Role' };

/** The people who may act for the account, and the invitations. */
function Team(): ReactElement {
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
        <Page heading="Team" actions={<CreateButton of={team.invitations} label="Invite" labels={labels} isButton />}>
          <h2>Members</h2>
          <Table name="Members" columns={members} items={itemsOf(team.people)} empty="Nobody belongs to the account." />
          <h2>Invitations</h2>
          <Table name="Invitations" columns={invited} items={itemsOf(team.invitations)} empty="Nobody is invited." />
        </Page>
      )}
    </Loaded>
  );
}

export const teamPage: PageRow = {
  path: '/team',
  heading: 'Team',
  place: 'navigation',
  help: 'how-to/let-people-log-in/',
  Show: Team,
};
