import { expect, it, describe } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import people from '../test-support/recorded/people.json' with { type: 'json' };

const page = new ConsolePage(people);

describe('a form that needs a fresh log-in', () => {
  /** The console's answer once the log-in is old (console-requests.int.spec.ts). */
  const refusal = () => Response.json({ code: 'FreshLogInRequired', message: 'Log in again.' }, { status: 401 });

  it('goes on as it was filled in, under its key, and is kept once', async () => {
    const { api, user } = page;
    let kept: unknown;
    api.always('POST /console/forms', ({ body }) => {
      kept = body;
      return Response.json({});
    });
    api.always('DELETE /console/forms', () => Response.json(kept));
    api.once('POST /invitations', refusal);
    api.always('POST /invitations', () => {
      api.goTo('invited');
      return api.recordedAt('invited', 'POST /invitations');
    });
    await page.visit('/team', 'Team');
    await page.press('Invite');
    const form = page.dialog('Invite');
    await page.fill(form.getByRole('textbox', { name: 'E-mail' }), 'fresh@example.com');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'Grace Hopper');
    await user.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Treasurer');
    await user.click(form.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(page.left).toEqual(['/console/login?fresh=1&return=%2Fconsole%2Fteam']));
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, name])).not.toMatch(
      /Grace|example/,
    );

    await page.load('Team');
    const again = await page.findDialog('Invite');
    expect(again.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Grace Hopper');
    expect(again.getByRole('combobox', { name: 'Role' })).toHaveProperty('value', 'treasurer');
    await user.click(again.getByRole('button', { name: 'Invite' }));
    const invitations = within(screen.getByRole('table', { name: 'Invitations' }));
    await invitations.findByRole('row', { name: /fresh@example\.com/ });
    const keys = api.sentTo('POST /invitations').map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

    await page.load('Team');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
