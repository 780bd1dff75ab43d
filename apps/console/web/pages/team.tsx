import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { itemsOf, linkOf, templatesOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { TemplateForm } from '../forms/form.js';
import { RowActions } from '../generic/row-actions.js';
import { Dialog } from '../parts/dialog.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { type Column, Table } from '../parts/table.js';
import { Time, wordsOf } from '../parts/text.js';

const who: readonly Column[] = [
  { name: 'Name', of: (item) => text(item, 'name') },
  { name: 'E-mail', of: (item) => text(item, 'email') },
  { name: 'Role', of: (item) => wordsOf(text(item, 'role')) },
];
const members: readonly Column[] = [
  ...who,
  { name: 'Actions', of: (item) => <RowActions item={item} subject={text(item, 'name')} rels={['edit', 'remove']} /> },
];
const invited: readonly Column[] = [
  ...who,
  { name: 'Until', of: (item) => <Time at={text(item, 'expires')} /> },
  { name: 'Actions', of: (item) => <RowActions item={item} subject={text(item, 'email')} rels={['withdraw']} /> },
];

const POLL_WHILE_INVITED_MS = 20_000;
/** Another owner may change the team at any time. */
const REST_MS = 300_000;

/** The people who may act for the account, and the invitations. */
export function Team(): ReactElement {
  const following = { everyMs: POLL_WHILE_INVITED_MS, restMs: REST_MS };
  const invitations = useResource('/invitations', { ...following, moves: (list) => itemsOf(list).length > 0 });
  const people = useResource('/people', { ...following, moves: () => itemsOf(invitations.data).length > 0 });
  const error = people.error ?? invitations.error;
  if (error) return <Failed error={error} heading="Team" />;
  if (!people.data || !invitations.data) return <Waiting heading="Team" />;
  return (
    <Page heading="Team" actions={<Invite invitations={invitations.data} />}>
      <h2>Members</h2>
      <Table
        name="Members"
        columns={members}
        items={itemsOf(people.data)}
        empty={<p>Nobody belongs to the account.</p>}
      />
      <h2>Invitations</h2>
      <Table name="Invitations" columns={invited} items={itemsOf(invitations.data)} empty={<p>Nobody is invited.</p>} />
    </Page>
  );
}

function Invite({ invitations }: { readonly invitations: Resource }): ReactElement | null {
  const [isOpen, setOpen] = useState(() => keptNameOf(linkOf(invitations, 'self')) === 'default');
  const { default: template } = templatesOf(invitations);
  if (!template) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Invite
      </button>
      {isOpen && (
        <Dialog title="Invite" onClose={() => setOpen(false)}>
          <TemplateForm
            resource={invitations}
            name="default"
            template={template}
            submit="Invite"
            labels={{ email: 'E-mail', name: 'Name', role: 'Role' }}
            onDone={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}
