import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { faultSummary, fieldOf, formOf } from './forms.js';
import { html } from './html.js';
import { pageHeaders, pageOf } from './page.js';
import { palette } from './style.js';

const HOSTILE = `"><script>alert('x')</script>&amp;`;

describe('markup', () => {
  it('contains what comes from outside as text, wherever it stands', () => {
    const fault = { field: 'name', message: HOSTILE };
    const field = fieldOf({ name: 'name', label: HOSTILE, autocomplete: 'off', value: HOSTILE, hint: HOSTILE }, [
      fault,
    ]);
    const form = formOf({ action: HOSTILE, content: [HOSTILE, field], hidden: { then: HOSTILE } });
    const { markup } = html`${faultSummary([fault])}${form}${[1, undefined, 'two']}`;
    expect(markup).not.toContain('<script');
    expect(markup).not.toContain('"">');
    expect(markup).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;');
    expect(markup.endsWith('1two')).toBe(true);
  });
});

describe('a page', () => {
  it('may load nothing but its own style', () => {
    const page = pageOf({ title: HOSTILE, content: html`<main></main>` });
    expect(page).not.toContain('<script');
    const policy = pageHeaders()['content-security-policy'];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(pageHeaders({ formAction: ["'self'", 'https:'] })['content-security-policy']).toContain(
      "form-action 'self' https:;",
    );
  });
});

describe('a field', () => {
  it('is tied to its label, hint and faults, and the first faulty one has the focus', () => {
    const faults = [
      { field: 'two', message: 'Too short.' },
      { field: 'two', message: 'Too common.' },
    ];
    const one = fieldOf({ name: 'one', label: 'One', autocomplete: 'off', isFirst: true }, faults).markup;
    const two = fieldOf({ name: 'two', label: 'Two', autocomplete: 'off', hint: 'A hint' }, faults).markup;
    expect(one).not.toMatch(/autofocus|aria-invalid/);
    expect(two).toMatch(/aria-invalid="true" aria-describedby="two-hint two-fault" autofocus/);
    expect(two).toMatch(/<p class="fault" id="two-fault" >\s+Too short. Too common.\s+<\/p>/);
    expect(fieldOf({ name: 'one', label: 'One', autocomplete: 'off', isFirst: true }).markup).toContain('autofocus');
    expect(faultSummary(faults)?.markup).toContain('<a href="#two">Too short.</a>');
    expect(faultSummary([])).toBeUndefined();
  });

  it('says the only fault of a form once, and announces it', () => {
    const faults = [{ field: 'one', message: 'Wrong.' }];
    expect(faultSummary(faults)).toBeUndefined();
    const { markup } = fieldOf({ name: 'one', label: 'One', autocomplete: 'off' }, faults);
    expect(markup).toMatch(/<p class="fault" id="one-fault" role="alert">\s+Wrong.\s+<\/p>/);
    expect(faultSummary([{ message: 'Wrong.' }])?.markup).toContain('Wrong.');
  });
});

it('has the colors of the console', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../apps/console/web/styles/tokens.css'), 'utf8');
  const colorsIn = (css: string): ReadonlyMap<string, string> =>
    new Map(
      [...css.matchAll(/(?<![a-z-])(--[a-z]+(?:-[a-z]+)*): ?(light-dark\([^;}]+\))/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll(/\s/g, '')],
      ),
    );
  const own = colorsIn(palette);
  expect(own.size).toBeGreaterThan(10);
  expect([...own]).toEqual([...own].map(([name]) => [name, colorsIn(tokens).get(name)]));
});
