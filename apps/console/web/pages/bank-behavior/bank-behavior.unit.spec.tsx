import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/bank-behavior.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const BEHAVIOR = '/sandbox-bank-behavior';
const HEADING = 'Bank behavior';
const DIALOG = 'Edit bank behavior';
const NOON = '2031-12-25T12:00:00.000Z';

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = jest.fn();
  page.api.always('GET /sandbox-clock', () =>
    Response.json({
      _links: { self: { href: 'https://halyard.example/sandbox-clock' } },
      ...{ now: NOON, mode: 'frozen', banks: 'on-time', status: 'ready', aheadSeconds: 0 },
    }),
  );
});
afterEach(() => void jest.restoreAllMocks());

const behavior = (more: object = {}): object => ({ ...page.api.bodyAt('ruled', `GET ${BEHAVIOR}`), ...more });
/** Makes the API answer with this behavior from now on. */
const answer = (body: object): void => page.api.always(`GET ${BEHAVIOR}`, () => Response.json(body));
const rows = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const sent = () => page.api.sentTo(`POST ${BEHAVIOR}`).map(({ body }) => body);
const field = (name: string) => page.dialog(DIALOG).getByRole<HTMLInputElement>('textbox', { name });
const choice = (name: string) => page.dialog(DIALOG).getByRole('combobox', { name });
const press = (name: string) => page.user.click(page.dialog(DIALOG).getByRole('button', { name }));
const json = () => field('Behavior as JSON').value;
const open = async (rule: string) => {
  const name = page.dialog(DIALOG).getByText(rule, { selector: 'summary > strong' });
  await page.user.click(name);
};
/** Saves, and waits for the dialog to close. */
const saved = async (body: object = behavior()) => {
  page.api.always(`POST ${BEHAVIOR}`, () => {
    answer(body);
    return Response.json(body);
  });
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describe('the page', () => {
  it('shows rules and outages in words, with how often each rule looked and struck', async () => {
    page.api.goTo('ruled');
    await page.visit(BEHAVIOR, HEADING);
    const rules = rows('Rules');
    expect(rules).toHaveLength(5);
    expect(rules[0]).toEqual([
      ...['nsf', 'Debits of 100.00 USD or more', '2 % of them'],
      ...['Returned in place of settlement: R01 Insufficient Funds', '0', '0'],
    ]);
    expect(rules[2]?.slice(3)).toEqual([
      'Settled, and corrected: C01 Incorrect DFI Account Number (account number ••7755)',
      ...['1', '1'],
    ]);
    const outage = ['222222226', 'down', 'Dec 24, 00:00:00 UTC', 'Dec 27, 00:00:00 UTC'];
    await waitFor(() => expect(rows('Outages')).toEqual([outage]));
    screen.getByText('ci-42');
  });

  it.each([
    ['to come', '2031-12-26T00:00:00.000Z', '2031-12-27T00:00:00.000Z'],
    ['down', NOON, '2031-12-27T00:00:00.000Z'],
    ['over', '2031-12-01T00:00:00.000Z', NOON],
  ])('says of an outage by the account’s time that it is %s', async (state, from, to) => {
    answer(behavior({ outages: [{ routingNumber: '222222226', from, to }] }));
    await page.visit(BEHAVIOR, HEADING);
    // The clock is a read of its own, and may be answered after the behavior.
    await waitFor(() => expect(rows('Outages')[0]?.[1]).toBe(state));
  });

  it('says while it is empty what it is for, and begins with an example', async () => {
    await page.visit(BEHAVIOR, HEADING);
    screen.getByText('No rule: banks settle every entry.');
    screen.getByText('No outage: every bank works.');
    await page.press('Start from this… Returns');
    await saved();
    expect(sent()).toEqual([
      { seed: 'ci-42', rules: [{ name: 'nsf', when: { direction: 'debit' }, share: '0.02', then: { return: 'R01' } }] },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Start from/ })).toBeNull());
  });

  it('begins an example of an outage at the account’s time', async () => {
    await page.visit(BEHAVIOR, HEADING);
    await page.press('Start from this… A bank that is down');
    expect([field('From').value, field('Works again').value]).toEqual([NOON, '2031-12-26T12:00:00.000Z']);
  });

  it('has no buttons for people whose role does not move money', async () => {
    page.api.session = { ...page.api.session, role: 'viewer' };
    answer({ ...page.api.bodyAt('usual', `GET ${BEHAVIOR}`), _templates: {} });
    await page.visit(BEHAVIOR, HEADING);
    await screen.findByRole('region', { name: 'For example' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Start from/ })).toBeNull();
  });

  it('says why it can’t be read', async () => {
    page.api.always(`GET ${BEHAVIOR}`, () =>
      Response.json({ code: 'ServerError', message: 'Broken.' }, { status: 500 }),
    );
    await page.visit(BEHAVIOR, HEADING);
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
  });

  it('shows fifty rules with long names', async () => {
    const rules = Array.from({ length: 50 }, (_, place) => ({
      name: `${'a'.repeat(47)}-${String(place)}`,
      when: { correlationId: `${'x'.repeat(254)}*` },
      then: { return: 'R01' },
    }));
    answer(behavior({ rules, counts: [] }));
    await page.visit(BEHAVIOR, HEADING);
    expect(rows('Rules')).toHaveLength(50);
    await page.press('Edit');
    expect(page.dialog(DIALOG).getByRole<HTMLButtonElement>('button', { name: 'Add rule' }).disabled).toBe(true);
  });

  it('is found among the commands, and leads to the files', async () => {
    page.api.goTo('ruled');
    await page.visit(BEHAVIOR, HEADING);
    expect(screen.getByRole('link', { name: 'bank files' }).getAttribute('href')).toBe('/console/bank-files');
    await page.press('Commands');
    screen.getByRole('option', { name: 'Bank behavior Page' });
    screen.getByRole('option', { name: 'Bank files Page' });
  });

  it('is not in production', async () => {
    page.api.session = { ...page.api.session, environment: 'production' };
    await page.visit(BEHAVIOR, 'Not found');
    await page.press('Commands');
    expect(document.body.textContent).not.toMatch(/bank (?:behavior|files)/i);
    expect(page.api.sentTo(`GET ${BEHAVIOR}`)).toEqual([]);
  });
});

describe('the fields of the dialog', () => {
  beforeEach(async () => {
    page.api.goTo('ruled');
    await page.visit(BEHAVIOR, HEADING);
    await page.press('Edit');
    await page.findDialog(DIALOG);
  });

  /** The body that the page sends if nobody changes anything. */
  const unchanged = () => {
    const { seed, rules, outages } = page.api.bodyAt('ruled', `GET ${BEHAVIOR}`);
    return { seed, rules: rules as readonly object[], outages: outages as readonly object[] };
  };

  it('send everything as it was where nobody changes anything', async () => {
    await saved();
    expect(sent()).toEqual([unchanged()]);
  });

  it('change one rule among many, and leave the others as they are', async () => {
    await open('late');
    await page.fill(field('Name'), 'latest');
    await page.fill(field('How much later'), 'P2D');
    await page.fill(field('Correlation id of the payment'), '');
    await page.user.selectOptions(choice('Direction'), 'Credits');
    await saved();
    const { seed, rules, outages } = unchanged();
    const [, late] = rules;
    const changed = { ...late, name: 'latest', when: { direction: 'credit' }, then: { return: 'R10', after: 'P2D' } };
    expect(sent()).toEqual([{ seed, rules: rules.with(1, changed), outages }]);
  });

  it('have the values that the code of a correction states, and hide a number', async () => {
    await open('moved');
    const number = page.dialog(DIALOG).getByLabelText<HTMLInputElement>(/^Right account number/);
    expect([number.type, number.value]).toEqual(['password', '4412907755']);
    await page.user.selectOptions(
      choice('Correction code'),
      'C07 Incorrect Routing Number, Incorrect DFI Account Number and Incorrect Transaction Code',
    );
    await page.fill(field('Right routing number'), '222222226');
    await page.user.selectOptions(choice('Right type of account'), 'Savings');
    expect(number.value).toBe('4412907755');
    await page.user.selectOptions(choice('Correction code'), 'C02 Incorrect Routing Number');
    await saved();
    expect((sent()[0] as { rules: readonly object[] }).rules[2]).toMatchObject({
      then: { correct: 'C02', corrected: { routingNumber: '222222226' } },
    });
    expect(JSON.stringify(sent())).not.toMatch(/4412907755|savings/);
  });

  it.each([
    ['Each one', {}],
    ['A share of them', { share: '0.02' }],
    ['The first ones', { first: 1 }],
    ['Every so many', { every: 2 }],
  ])('let a rule strike otherwise: %s', async (text, measure) => {
    await open('nsf');
    await page.user.selectOptions(choice('How often'), text);
    await saved();
    const { name, when, then } = unchanged().rules[0] as Readonly<Record<string, unknown>>;
    expect((sent()[0] as { rules: readonly object[] }).rules[0]).toEqual({ name, when, then, ...measure });
  });

  it('take a rule that is added, moved and removed, and an outage', async () => {
    await press('Add rule');
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(field('Name').value).toBe('rule-6');
    await page.user.selectOptions(choice('What happens'), 'It settles later');
    await page.fill(field('How much later'), 'P3D');
    await press('Move up rule-6');
    await open('nsf');
    await press('Remove nsf');
    await press('Add outage');
    await page.fill(field('Routing number 2'), '222222226');
    await press('Remove outage 1');
    await saved();
    const { rules } = unchanged();
    const added = { name: 'rule-6', first: 1, then: { delay: 'P3D' } };
    expect(sent()).toEqual([
      {
        seed: 'ci-42',
        rules: [...rules.slice(1, 4), added, ...rules.slice(4)],
        outages: [{ routingNumber: '222222226', from: NOON, to: '2031-12-26T12:00:00.000Z' }],
      },
    ]);
  });

  it('can all be cleared, which removes the behavior', async () => {
    await press('Clear all');
    await saved();
    expect(sent()).toEqual([{}]);
  });

  it('say what is wrong with each, in rules that were closed too', async () => {
    page.api.always(`POST ${BEHAVIOR}`, () => page.api.recordedAt('refused', `POST ${BEHAVIOR}`));
    await press('Save');
    const seed = page.dialog(DIALOG).getByRole('textbox', { name: 'Seed' });
    await waitFor(() => expect(seed.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(seed);
    expect(field('Works again').getAttribute('aria-invalid')).toBe('true');
    expect(page.dialog(DIALOG).getAllByText(/./, { selector: '.fault' }).length).toBeGreaterThan(2);
  });

  it('say what is wrong with members that only the JSON has', async () => {
    const draft = {
      odd: 1,
      rules: [
        {
          name: 'a',
          odd: 'x',
          share: '0',
          first: 1,
          then: { correct: 'C01', corrected: { name: 'Ada' }, delay: 'P1D' },
        },
      ],
    };
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'JSON' }));
    await page.fill(field('Behavior as JSON'), JSON.stringify(draft));
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'Fields' }));
    const paths = ['/odd', '/rules/0/odd', '/rules/0/first', '/rules/0/then/corrected/name', '/rules/0/then/delay'];
    const errors = paths.map((path) => ({ code: 'NotAllowed', message: `${path} is wrong.`, path }));
    page.api.always(`POST ${BEHAVIOR}`, () =>
      Response.json({ code: 'ValidationError', message: 'No.', _embedded: { errors } }, { status: 400 }),
    );
    await press('Save');
    for (const path of paths) await page.dialog(DIALOG).findByText(`${path} is wrong.`);
  });

  it('show a refusal that is about nothing that was filled in', async () => {
    page.api.always(`POST ${BEHAVIOR}`, () =>
      Response.json({ code: 'Forbidden', message: 'Not allowed.' }, { status: 403 }),
    );
    await press('Save');
    expect((await page.dialog(DIALOG).findByRole('alert')).textContent).toContain('Not allowed.');
  });

  it('are sent once, however often people press', async () => {
    let answerNow: (value: Response) => void = () => undefined;
    page.api.always(`POST ${BEHAVIOR}`, () => new Promise<Response>((resolve) => (answerNow = resolve)));
    await press('Save');
    await press('Save');
    answerNow(Response.json(behavior()));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(1);
  });

  it('survive the end of the session, without the numbers of banks', async () => {
    await open('late');
    await page.fill(field('Name'), 'latest');
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(page.api.sentTo('POST /console/forms')).not.toEqual([]));
    const [kept] = page.api.sentTo('POST /console/forms').map(({ body }) => body);
    expect(JSON.stringify(kept)).not.toContain('4412907755');
    page.api.once('POST /console/forms/taken', () => Response.json(kept));
    await page.load(HEADING);
    await page.findDialog(DIALOG);
    page.dialog(DIALOG).getByText('latest', { selector: 'summary > strong' });
    await open('moved');
    expect(page.dialog(DIALOG).getByLabelText<HTMLInputElement>(/^Right account number/).value).toBe('');
  });
});

describe('the JSON of the dialog', () => {
  beforeEach(async () => {
    page.api.goTo('ruled');
    await page.visit(BEHAVIOR, HEADING);
    await page.press('Edit');
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'JSON' }));
  });

  const type = (text: string) => page.fill(field('Behavior as JSON'), text);

  it('is that of the whole behavior, and is sent as people write it', async () => {
    expect(JSON.parse(json())).toEqual({
      seed: 'ci-42',
      rules: page.api.bodyAt('ruled', `GET ${BEHAVIOR}`)['rules'],
      outages: page.api.bodyAt('ruled', `GET ${BEHAVIOR}`)['outages'],
    });
    await type('{"seed":"other","rules":[{"name":"a","odd":[true],"then":{}}]}');
    await saved();
    expect(sent()).toEqual([{ seed: 'other', rules: [{ name: 'a', odd: [true], then: {} }] }]);
  });

  it('has what was changed by fields, and the other way round', async () => {
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'Fields' }));
    await page.fill(field('Seed'), 'by-field');
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'JSON' }));
    expect(JSON.parse(json())).toMatchObject({ seed: 'by-field' });
    await type('{"seed":"by-text"}');
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'Fields' }));
    expect(field('Seed').value).toBe('by-text');
  });

  it('is not sent while it is none, and says so', async () => {
    await type('{"seed":');
    expect(page.dialog(DIALOG).getByRole('alert').textContent).toMatch(/^This is no JSON\./);
    await press('Save');
    expect(sent()).toEqual([]);
    await type('[]');
    expect(page.dialog(DIALOG).getByRole('alert').textContent).toMatch(/^The JSON of a behavior is an object/);
  });

  it('stays where the fields can’t show it, and says so', async () => {
    await type('{"rules":{}}');
    await page.user.click(page.dialog(DIALOG).getByRole('radio', { name: 'Fields' }));
    expect(page.dialog(DIALOG).getByRole('alert').textContent).toBe('The fields can’t show this. Change it here.');
  });

  it('says of each fault where it is, with the name of the rule', async () => {
    await type('{"rules":[{"name":"early","then":{"return":"R01","after":"P90D"}},{"name":"twice","then":{}}]}');
    page.api.always(`POST ${BEHAVIOR}`, () => page.api.recordedAt('refused', `POST ${BEHAVIOR}`));
    await press('Save');
    const alert = page.dialog(DIALOG).getByRole('alert');
    await waitFor(() => expect(alert.textContent).toContain('rules[0] early then.after'));
    expect(within(alert).getAllByRole('listitem').length).toBeGreaterThan(2);
  });
});
