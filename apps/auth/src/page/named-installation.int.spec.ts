import { randomUUID } from 'node:crypto';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationOf } from '../../test/support/auth-app.js';
import { PagesStage } from '../../test/support/pages-stage.js';

describe('an installation with a name of its own and without a console', () => {
  let stage: PagesStage;
  beforeAll(async () => {
    stage = await PagesStage.open({ INSTALLATION_NAME: 'Harbor & Co', CONSOLE: 'off' });
  });
  afterAll(() => stage.close());

  it('has its name on pages, also of refusals, and in invitations', async () => {
    for (const path of ['/login', `/invitations/${'x'.repeat(43)}`]) {
      const { html } = await stage.visitor().get(path);
      expect(html).toMatch(/<title>.* · Harbor &amp; Co<\/title>/);
      expect(html).toContain('<span>Harbor &amp; Co</span>');
    }
    const accountId = await stage.auth.openAccount({ name: 'Pier' });
    const email = `${randomUUID()}@example.com`;
    const invitation = { email, name: 'Ada Byron', role: 'viewer' };
    await stage.auth.call('POST', '/invitations', invitation, operationOf(applicationPrincipal({ accountId })));
    await stage.linkTo(email, /invited/);
    expect(stage.letters[0]?.text).toContain('join Pier at Harbor & Co. Your role is viewer: it sees');
  });

  it('leads nobody to a console', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    expect((await visitor.get('/me')).html).not.toContain('Open the console');
  });
});
