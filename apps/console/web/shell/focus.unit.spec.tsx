import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const self = { href: 'https://halyard.example/events' };
const heading = (name: string) => screen.getByRole('heading', { level: 1, name });

it('a link of the menu leads to the heading of the new page, also once that has been read', async () => {
  let answer: ((response: Response) => void) | undefined;
  page.api.always('GET /events', () => new Promise((resolve) => (answer = resolve)));
  await page.visit(page.api.place('ada'), 'Ada Byron');
  expect(document.activeElement).toBe(document.body);
  await page.user.click(screen.getByRole('link', { name: 'Events' }));
  await screen.findByRole('heading', { level: 1, name: 'Events' });
  await waitFor(() => expect(document.activeElement).toBe(heading('Events')));
  answer?.(Response.json({ _links: { self, first: self }, _embedded: { events: [] }, total: 0 }));
  await screen.findByRole('table', { name: 'Events' });
  expect(document.activeElement).toBe(heading('Events'));
});

it('a page that was read does not take the focus from where somebody has moved it', async () => {
  let answer: ((response: Response) => void) | undefined;
  page.api.always('GET /events', () => new Promise((resolve) => (answer = resolve)));
  await page.visit(page.api.place('ada'), 'Ada Byron');
  await page.user.click(screen.getByRole('link', { name: 'Events' }));
  await screen.findByRole('heading', { level: 1, name: 'Events' });
  const team = screen.getByRole('link', { name: 'Team' });
  team.focus();
  answer?.(Response.json({ _links: { self, first: self }, _embedded: { events: [] }, total: 0 }));
  await screen.findByRole('table', { name: 'Events' });
  expect(document.activeElement).toBe(team);
});

it('moments are told in UTC, as days are counted, wherever the person is', async () => {
  await page.visit(page.api.place('ada'), 'Ada Byron');
  const times = [...document.querySelectorAll('time')];
  expect(times.length).toBeGreaterThan(0);
  for (const { textContent, dateTime } of times)
    expect(textContent).toMatch(
      new RegExp(`^[A-Z][a-z]{2} ${String(Number(dateTime.slice(8, 10)))}, .*${dateTime.slice(11, 19)} UTC$`),
    );
});
