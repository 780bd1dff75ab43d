import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import { holdIntervals } from '../test-support/intervals.js';
import recorded from '../test-support/recorded/integrations.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const pass = holdIntervals();
/** The page of an application asks for the decision at this interval, where nothing waits for one. */
const EVERY_MS = 300_000;

it('a list of addresses is named once, by the legend of its group', async () => {
  await page.visit(page.api.place('application'), 'Books');
  const group = within(screen.getByRole('group', { name: 'Redirect URLs' }));
  const field = group.getByRole<HTMLInputElement>('textbox', { name: 'Redirect URLs' });
  expect(field.labels?.[0]?.className).toBe('unseen');
});

it('an open page says that an operator has suspended the application', async () => {
  const { api } = page;
  const application = api.place('application');
  const key = `GET ${application}`;
  await page.visit(application, 'Books');
  screen.getByText('Nothing waits for a review.');
  const suspended = { ...api.bodyAt('usual', key), status: 'suspended', reason: 'Case 17.' };
  api.always(key, () => Response.json(suspended));
  pass(EVERY_MS);
  await screen.findByText('An operator suspended this application: Case 17.');
});
