import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import { holdIntervals } from '../../test-support/intervals.js';
import recorded from '../../test-support/recorded/clock.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const pass = holdIntervals();
afterEach(() => void jest.restoreAllMocks());

const CLOCK = '/sandbox-clock';
const ADVANCES = `${CLOCK}/advances`;
const ADVANCE = recorded.places.advance;
const API = 'https://halyard.example';

const NOON = '2031-01-02T12:00:00.000Z';
const [FROM, TO] = [NOON, '2031-03-03T12:00:00.000Z'];

/** A clock that stands at a time, with nothing due. */
const clockAt = (now: string, more: object = {}): object => {
  const { nextDue: _, ...clock } = page.api.bodyAt('frozen', `GET ${CLOCK}`);
  return { ...clock, now, ...more };
};

const advance = (status: string, reached: string, more: object = {}): object => ({
  ...page.api.bodyAt('done', `GET ${ADVANCE}`),
  ...{ status, from: FROM, to: TO, reached },
  ...{ moments: 2, did: { submitted: 2, settled: 1, returned: 0, corrected: 0, other: 0 }, slow: 0 },
  ...more,
});

/** Makes the API answer with this clock and these advances from now on. */
function answer(clock: object, ...advances: readonly object[]): void {
  const list = { ...page.api.bodyAt('done', `GET ${ADVANCES}`), _embedded: { advances }, total: advances.length };
  page.api.always(`GET ${CLOCK}`, () => Response.json(clock));
  page.api.always(`GET ${ADVANCES}`, () => Response.json(list));
  const [current] = advances;
  if (current) page.api.always(`GET ${ADVANCE}`, () => Response.json(current));
}

/** The clock while it is advanced, and the advance. */
const advancing = (reached: string, more: object = {}) => {
  const { _templates: _, _links: links, ...clock } = page.api.bodyAt('frozen', `GET ${CLOCK}`);
  const { edit: _edit, advance: _advance, ...others } = links as Readonly<Record<string, object>>;
  const stop = { method: 'POST', target: API + ADVANCE, contentType: 'application/json', properties: [] };
  return [
    {
      ...{ ...clock, now: reached, status: 'advancing', target: TO },
      _links: { ...others, 'current-advance': { href: API + ADVANCE } },
    },
    advance('advancing', reached, { _templates: { stop }, ...more }),
  ] as const;
};

/** The clock as people see it who may not move money. */
const unmoved = (clock: object): object => ({ ...clock, _templates: {} });

/** Lets a page read again what it reads at intervals. */
async function letPass(ms: number): Promise<void> {
  pass(ms);
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

const shownClock = () => screen.queryByRole('link', { name: /^Clock: / })?.textContent;
const region = (name: string) => within(screen.getByRole('region', { name }));
const facts = (name: string) => region(name).getAllByRole('definition');
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('the banner', () => {
  it('has no clock where time is real, and asks for it once a page', async () => {
    answer(clockAt(new Date().toISOString(), { mode: 'real' }), advance('done', NOON));
    await page.visit(ADVANCES, 'Advances');
    for (let n = 0; n < 10; n += 1) await letPass(1_000);
    expect(shownClock()).toBeUndefined();
    expect(page.api.sentTo(`GET ${CLOCK}`)).toHaveLength(1);
  });

  it('follows a clock that somebody advances elsewhere', async () => {
    answer(clockAt(NOON));
    await page.visit(ADVANCES, 'Advances');
    await waitFor(() => expect(shownClock()).toBe('Clock: Jan 2, 12:00:00 UTCfrozen'));
    answer(clockAt('2031-03-03T12:00:00.000Z', { status: 'advancing' }));
    await letPass(2_000);
    expect(shownClock()).toBe('Clock: Mar 3, 12:00:00 UTCfrozen, advancing');
  });

  it('makes the page read everything again once the clock has moved', async () => {
    answer(clockAt(NOON));
    await page.visit(ADVANCES, 'Advances');
    await screen.findByText('Nobody has advanced the clock yet.');
    answer(clockAt(TO), advance('done', TO));
    await letPass(2_000);
    await screen.findByText('2 handed over, 1 settled');
  });

  it('notices with the next page that time is no longer real', async () => {
    answer(clockAt(new Date().toISOString(), { mode: 'real' }), advance('done', NOON));
    await page.visit(ADVANCES, 'Advances');
    answer(clockAt(NOON), advance('done', NOON));
    await page.user.click(screen.getByRole('link', { name: 'Clock' }));
    await page.shows('Clock');
    await waitFor(() => expect(shownClock()).toMatch(/frozen$/));
  });

  it('lets the time of a running clock pass, and never back', async () => {
    answer(clockAt(NOON, { mode: 'running' }));
    const begun = Date.now();
    const passed = (ms: number) => void jest.spyOn(Date, 'now').mockReturnValue(begun + ms);
    passed(0);
    await page.visit(ADVANCES, 'Advances');
    await waitFor(() => expect(shownClock()).toBe('Clock: Jan 2, 12:00:00 UTCrunning'));
    passed(1_500);
    await letPass(1_000);
    expect(shownClock()).toBe('Clock: Jan 2, 12:00:01 UTCrunning');
    // The next answer is a moment late, so that it tells a time before the one that is shown.
    answer(clockAt('2031-01-02T12:00:00.900Z', { mode: 'running' }));
    await letPass(1_000);
    expect(shownClock()).toBe('Clock: Jan 2, 12:00:01 UTCrunning');
    answer(clockAt('2031-01-02T13:00:00.000Z', { mode: 'running' }));
    await letPass(2_000);
    expect(shownClock()).toBe('Clock: Jan 2, 13:00:00 UTCrunning');
  });
});

describe('the page of the clock', () => {
  it('says what time it is, how it goes, and what is due next', async () => {
    const nextDue = { at: '2031-01-02T22:00:00.000Z', what: 'standard-cut-off' };
    answer(clockAt(NOON, { nextDue, aheadSeconds: 86_400 * 60 + 3 * 3_600 }), advance('done', NOON));
    await page.visit(CLOCK, 'Clock');
    await screen.findByRole('link', { name: /^Clock: / });
    expect(texts(facts('Now'))).toEqual([
      'Jan 2, 12:00:00 UTCThursday, Jan 2, 06:00 in Chicago',
      'Frozen: it stands still until somebody advances it',
      'On time: they act by this clock, at their cut-offs and on banking days',
      '60 days 3 hours ahead',
    ]);
    expect(texts(facts('Due next')).slice(0, 2)).toEqual([
      'Jan 2, 22:00:00 UTCThursday, Jan 2, 16:00 in Chicago',
      '10 hours',
    ]);
    region('Due next').getByText('Standard cut-off');
    const [, row] = within(await screen.findByRole('table', { name: 'Advances' })).getAllByRole('row');
    expect(row?.textContent).toContain('2 handed over, 1 settled');
  });

  it('says why nothing is due, and that nobody has advanced it', async () => {
    answer(clockAt(NOON));
    await page.visit(CLOCK, 'Clock');
    region('Due next').getByText(/^Nothing is due\. What is sent becomes due/);
    await screen.findByText('Nobody has advanced the clock yet.');
  });

  it('advances without waiting for the end, shows how far it is, and stops', async () => {
    answer(clockAt(NOON));
    await page.visit(CLOCK, 'Clock');
    await page.press('Advance');
    const dialog = await page.findDialog('Advance');
    await page.user.click(dialog.getByRole('button', { name: '60 days' }));
    await page.user.click(dialog.getByRole('checkbox', { name: 'Wait for webhooks' }));
    page.api.always(`POST ${ADVANCES}?wait=0`, () => {
      answer(...advancing('2031-02-01T12:00:00.000Z'));
      return Response.json({}, { status: 201, headers: { location: API + ADVANCE } });
    });
    await page.user.click(dialog.getByRole('button', { name: 'Advance' }));
    const bar = await screen.findByRole('progressbar', { name: 'Advance' });
    expect(page.api.sentTo(`POST ${ADVANCES}?wait=0`).map(({ body }) => body)).toEqual([
      { by: 'P60D', waitFor: 'webhooks' },
    ]);
    expect(Number(bar.getAttribute('value')) / Number(bar.getAttribute('max'))).toBe(0.5);
    expect(screen.queryByRole('button', { name: 'Change clock' })).toBeNull();
    answer(...advancing('2031-02-16T12:00:00.000Z'));
    await letPass(500);
    expect(Number(bar.getAttribute('value')) / Number(bar.getAttribute('max'))).toBe(0.75);
    page.api.always(`POST ${ADVANCE}`, () => {
      answer(clockAt('2031-02-16T12:00:00.000Z'), advance('stopped', '2031-02-16T12:00:00.000Z'));
      return Response.json({});
    });
    await page.press('Stop');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await page.press('Change clock');
    expect(shownClock()).toBe('Clock: Feb 16, 12:00:00 UTCfrozen');
  });

  it('leads to what comes next, or to a moment from now on', async () => {
    answer(clockAt(NOON));
    await page.visit(CLOCK, 'Clock');
    page.api.always(`POST ${ADVANCES}?wait=0`, () => Response.json({}, { status: 201 }));
    for (const choice of ['To what comes next', 'To a moment']) {
      await page.press('Advance');
      const dialog = await page.findDialog('Advance');
      await page.user.click(dialog.getByRole('radio', { name: choice }));
      const next = dialog.queryByRole('combobox', { name: 'To next' });
      if (next) await page.user.selectOptions(next, 'standard-cut-off');
      else expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^To/ }).value).toBe(NOON);
      await page.user.click(dialog.getByRole('button', { name: 'Advance' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(page.api.sentTo(`POST ${ADVANCES}?wait=0`).map(({ body }) => body)).toEqual([
      { toNext: 'standard-cut-off' },
      { to: NOON },
    ]);
  });

  it('changes what people choose, and leaves the banks to the mode', async () => {
    answer(clockAt(new Date().toISOString(), { mode: 'real', banks: 'on-request' }));
    await page.visit(CLOCK, 'Clock');
    page.api.always(`POST ${CLOCK}`, () => {
      answer(clockAt(NOON));
      return Response.json({});
    });
    await page.press('Change clock');
    const dialog = await page.findDialog('Change clock');
    await page.user.selectOptions(dialog.getByRole('combobox', { name: /^Mode/ }), 'Frozen');
    await page.user.click(dialog.getByRole('button', { name: 'Change clock' }));
    await waitFor(() => expect(shownClock()).toMatch(/frozen$/));
    expect(page.api.sentTo(`POST ${CLOCK}`).map(({ body }) => body)).toEqual([{ mode: 'frozen' }]);
  });

  it('says what holds an advance, and why', async () => {
    const held = { what: 'settlement', since: NOON, cause: 'The ledger does not answer.' };
    answer(...advancing(NOON, { held }));
    await page.visit(CLOCK, 'Clock');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Settlement');
    expect(alert.textContent).toContain('The ledger does not answer.');
  });

  it('has no buttons for people whose role does not move money', async () => {
    page.api.session = { ...page.api.session, role: 'viewer' };
    answer(unmoved(clockAt(NOON)));
    await page.visit(CLOCK, 'Clock');
    for (const name of ['Advance', 'Change clock', 'Stop']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows an advance with what it did', async () => {
    answer(clockAt(NOON), advance('done', '2031-03-03T12:00:00.000Z', { events: { first: 4, last: 9 } }));
    await page.visit(ADVANCE, 'Advance');
    screen.getByText(/^60 days, to/);
    expect(texts(screen.getAllByRole('term')).slice(0, 4)).toEqual(['Handed over', 'Settled', 'Returned', 'Other']);
  });

  it('is found among the commands', async () => {
    answer(clockAt(NOON));
    await page.visit(ADVANCES, 'Advances');
    await page.press('Commands');
    await page.user.click(screen.getByRole('option', { name: 'Clock Page' }));
    await page.shows('Clock');
  });

  it('is not in production, and nothing is asked about it', async () => {
    page.api.session = { ...page.api.session, environment: 'production' };
    await page.visit(CLOCK, 'Not found');
    await page.press('Commands');
    expect(document.body.textContent).not.toMatch(/clock/i);
    expect(page.api.sentTo(`GET ${CLOCK}`)).toEqual([]);
  });
});
