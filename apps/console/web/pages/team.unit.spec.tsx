import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/people.json' with { type: 'json' };

const page = new ConsolePage(recorded);

/** A team as its owner sees it: the API offers both changes of each person. */
function showTeam(): void {
  const people = ['owner', 'viewer', 'operator'].map((role) => {
    const links = Object.fromEntries(['self', 'edit', 'remove'].map((rel) => [rel, { href: `/people/${role}` }]));
    return { _links: links, id: role, name: `The ${role}`, role, email: `${role}@example.com` };
  });
  const self = { self: { href: '/people' } };
  page.api.session = { ...page.api.session, user: { email: 'owner@example.com', name: 'The owner' } };
  page.api.always('GET /people', () => Response.json({ _links: self, _embedded: { people }, total: people.length }));
  const remove = { method: 'POST', properties: [{ name: 'removed', type: 'hidden', value: 'true' }] };
  page.api.always('GET /people/viewer', () => Response.json({ ...people[1], _templates: { remove } }));
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
const buttons = (name: string) =>
  row(name)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

describe('the team', () => {
  it('offers to remove others, but neither oneself nor who runs the installation', async () => {
    showTeam();
    await page.visit('/team', 'Team');
    expect(['The owner', 'The viewer', 'The operator'].map(buttons)).toEqual([['Edit'], ['Edit', 'Remove'], ['Edit']]);
    row('The owner').getByText('you');
  });

  it('says what follows before somebody is removed', async () => {
    showTeam();
    await page.visit('/team', 'Team');
    await page.user.click(row('The viewer').getByRole('button', { name: 'Remove' }));
    (await page.findDialog('Remove')).getByText(/^The viewer can no longer enter this account\./);
  });

  it('says of each role what it means, where one chooses', async () => {
    const role = {
      name: 'role',
      options: { inline: ['viewer', 'member', 'treasurer', 'owner'].map((value) => ({ value, prompt: value })) },
    };
    const invite = { method: 'POST', target: '/invitations', properties: [role] };
    const list = page.api.bodyAt('usual', 'GET /invitations');
    page.api.always('GET /invitations', () => Response.json({ ...list, _templates: { default: invite } }));
    await page.visit('/team', 'Team');
    await page.press('Invite');
    const choice = page.dialog('Invite').getByRole('combobox', { name: 'Role' });
    const notes = document.getElementById(choice.getAttribute('aria-describedby') ?? '');
    expect(notes?.querySelectorAll('li')).toHaveLength(4);
    expect(notes?.textContent).toContain('moves no money');
  });
});
