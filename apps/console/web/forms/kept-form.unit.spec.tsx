import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Template } from '@halyard/client';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import people from '../test-support/recorded/people.json' with { type: 'json' };
import { FormKeeper } from './kept-form.js';

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
    api.always('POST /console/forms/taken', () => Response.json(kept));
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

describe('a form that is filled in when its session ends', () => {
  interface Sent {
    readonly slot: string;
    readonly values: Readonly<Record<string, unknown>>;
  }
  const filledIn = async (): Promise<Sent> => {
    await page.visit('/team', 'Team');
    await page.press('Invite');
    const form = page.dialog('Invite');
    await page.fill(form.getByRole('textbox', { name: 'E-mail' }), 'grace@example.com');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'Grace Hopper');
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(page.api.sentTo('POST /console/forms')).not.toEqual([]));
    return page.api.sentTo('POST /console/forms').at(-1)?.body as Sent;
  };

  it('is as it was where the log-in says that it waits, under its key, and is kept on under its id', async () => {
    const { api, user } = page;
    const kept = await filledIn();
    expect(kept.values).toMatchObject({ email: 'grace@example.com', name: 'Grace Hopper' });
    sessionStorage.clear();
    api.once('POST /console/forms/taken', () => Response.json(kept));
    history.replaceState(null, '', '/console/team#form');
    await page.load('Team');
    expect(location.hash).toBe('');
    expect(api.sentTo('POST /console/forms/taken').map(({ body }) => body)).toEqual([{ path: '/console/team' }]);
    const again = await page.findDialog('Invite');
    expect(again.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Grace Hopper');
    await user.selectOptions(again.getByRole('combobox', { name: 'Role' }), 'Treasurer');
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(api.sentTo('POST /console/forms').at(-1)?.body).toMatchObject({ slot: kept.slot }));
    api.goTo('invited');
    await user.click(again.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(api.sentTo('POST /invitations')).toHaveLength(1));
    const [sent] = api.sentTo('POST /invitations');
    expect(sent?.headers.get('idempotency-key')).toBe((kept as unknown as { readonly key: string }).key);
  });

  it('is asked for by the id that its tab has, which says nothing of it', async () => {
    const { api } = page;
    const kept = await filledIn();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, name])).not.toMatch(
      /Grace|example/,
    );
    api.once('POST /console/forms/taken', () => Response.json(kept));
    await page.load('Team');
    expect(api.sentTo('POST /console/forms/taken').map(({ body }) => body)).toEqual([
      { path: '/console/team', slot: kept.slot },
    ]);
    await page.findDialog('Invite');
  });

  it('is forgotten when it is closed, and the next page asks for none', async () => {
    const { api } = page;
    const { slot } = await filledIn();
    dispatchEvent(new Event('pageshow'));
    await page.escape('Invite');
    await waitFor(() => expect(api.sentTo(`DELETE /console/forms/${slot}`)).toHaveLength(1));
    await page.load('Team');
    expect(api.sentTo('POST /console/forms/taken')).toEqual([]);
  });

  it('is forgotten once it was sent', async () => {
    const { api, user } = page;
    const { slot } = await filledIn();
    api.goTo('invited');
    const form = page.dialog('Invite');
    await user.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Treasurer');
    await user.click(form.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(api.sentTo(`DELETE /console/forms/${slot}`)).toHaveLength(1));
  });
});

describe('the keeper of a form', () => {
  const template: Template = {
    method: 'POST',
    properties: [
      { name: 'name', type: 'text' },
      { name: 'owners.0.name', type: 'text' },
      { name: 'owners.0.ssn', type: 'password' },
      { name: 'password', type: 'password' },
      { name: 'file', type: 'file' },
      { name: 'version', type: 'hidden', value: '1' },
      { name: 'account', type: 'text', readOnly: true, value: 'mine' },
      { name: 'secret', type: 'text' },
      { name: 'topics', type: 'text', multiple: true },
    ],
  };
  const form = (values: Parameters<FormKeeper['continued']>[1]) => ({
    ...{ resource: 'https://api.example/people', name: 'default', key: 'k', values },
  });
  const kept = () => page.api.sentTo('POST /console/forms').map(({ body }) => (body as { values: object }).values);
  let keeper: FormKeeper;
  beforeEach(() => {
    jest.useFakeTimers();
    keeper = new FormKeeper('0195b3a0-0000-7000-8000-000000000001', template, ['secret']);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keeps no file, nothing that a field hides, and nothing that the page has made', async () => {
    const all = {
      ...{ name: 'Grace', 'owners.0.name': 'Ada', 'owners.3.name': 'Bob', topics: ['one'], empty: undefined },
      ...{ 'owners.0.ssn': '123-45-6789', 'owners.3.ssn': '987-65-4321', password: 'p', secret: 's' },
      ...{ file: new File(['x'], 'x.txt'), version: '1', account: 'mine' },
    };
    await keeper.now(form(all));
    expect(kept()).toEqual([{ name: 'Grace', 'owners.0.name': 'Ada', 'owners.3.name': 'Bob', topics: ['one'] }]);
  });

  it('gives fields that are not kept the values with which the form begins, and brings no list item back', () => {
    const begun = { name: 'Old', 'owners.0.name': 'Old', version: '2', account: 'mine', secret: 'new', password: '' };
    expect(keeper.continued(begun, { name: 'Grace' })).toEqual({
      ...{ name: 'Grace', version: '2', account: 'mine', secret: 'new', password: '' },
    });
  });

  it('asks the server once nobody types, and no more often than every ten seconds', async () => {
    for (const name of ['G', 'Gr', 'Gra']) {
      keeper.changed(form({ name }));
      await jest.advanceTimersByTimeAsync(1_999);
    }
    expect(kept()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(kept()).toEqual([{ name: 'Gra' }]);
    keeper.changed(form({ name: 'Grac' }));
    await jest.advanceTimersByTimeAsync(9_999);
    expect(kept()).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(kept().at(-1)).toEqual({ name: 'Grac' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(kept()).toHaveLength(2);
  });

  it('forgets only a form that was kept, and keeps nothing after that', async () => {
    keeper.changed(form({ name: 'Grace' }));
    keeper.forget();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(page.api.sent).toEqual([]);
    await keeper.now(form({ name: 'Grace' }));
    keeper.forget();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(page.api.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });
});
