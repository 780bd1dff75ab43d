import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { faults } from './faults/index.js';
import { findingOf } from './finding.js';
import { exitCodeOf, sentencesOf } from './report.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'how-to', 'use-doctor.md'), 'utf8').replaceAll(/\s+/g, ' ');

describe('the sentences of doctor', () => {
  it.each(Object.entries(faults))('stand in the page as in the code: %s', (name, { message, mend, help }) => {
    const ofStart = /^\{sentence\}\.?$/.test(message);
    expect(page).toContain(`- **\`${name}\`**: ${ofStart ? 'A start ends with this sentence too' : message}`);
    const [, entry = ''] = page.split(`- **\`${name}\`**:`);
    expect(entry).toContain(`_${mend}_`);
    expect(entry.slice(entry.indexOf(`_${mend}_`))).toMatch(
      new RegExp(`^_[^]+?_ \\[[^\\]]+\\]\\((?:\\.\\./)?(?:${help.replace(/^docs\/(?:how-to\/)?/, '')})\\)\\.`),
    );
  });

  it('are all that the page has', () => {
    const named = [...page.matchAll(/- \*\*`([a-z-]+)`\*\*:/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(faults).toSorted());
  });

  it.each(Object.entries(faults))('lead to a page that there is: %s', (_, { help }) => {
    expect(existsSync(join(root, help))).toBe(true);
  });

  it('have each a case, in which the fault was put in by hand', () => {
    const others = globSync(['apps/suite/src/doctor/*/*.spec.ts', 'apps/e2e/test/doctor*.int.spec.ts'], { cwd: root });
    const cases = others.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
    expect(Object.keys(faults).filter((name) => !cases.includes(`'${name}'`))).toEqual([]);
  });

  it('end with a full stop', () => {
    const open = Object.values(faults).filter(
      ({ message, mend }) => !/(?:\.|\{sentence\})$/.test(message) || !mend.endsWith('.'),
    );
    expect(open).toEqual([]);
  });
});

describe('a report', () => {
  const finding = findingOf('topic-missing', { topic: 'a.auth.events.v1', service: 'auth' }, 'auth');
  const notLooked = [
    { subject: 'store', because: 'it rains' },
    { subject: 'clock', because: 'it rains' },
  ] as const;

  it('fills in what was found', () => {
    expect(finding).toEqual({
      check: 'topic-missing',
      service: 'auth',
      message: 'The brokers have no topic a.auth.events.v1, to which auth publishes its events.',
      mend: 'Start auth, which makes its topic; or make it by hand, if the user of auth may make none.',
      help: 'docs/runbooks/broker-down.md',
    });
  });

  it('has sentences for people', () => {
    expect(sentencesOf({ status: 'wrong', findings: [finding], notLooked }).join('\n')).toBe(
      `Something is wrong:

auth: The brokers have no topic a.auth.events.v1, to which auth publishes its events.
  Start auth, which makes its topic; or make it by hand, if the user of auth may make none.
  See docs/runbooks/broker-down.md (topic-missing).

Not looked at: store, clock, because it rains.`,
    );
    expect(sentencesOf({ status: 'ok', findings: [], notLooked: [] })).toEqual(['Nothing is wrong.']);
    expect(sentencesOf({ status: 'not-looked', findings: [], notLooked: [] })).toEqual(['Doctor could not look.']);
  });

  it.each([
    ['ok', 0],
    ['wrong', 1],
    ['not-looked', 5],
  ] as const)('that is %s ends with %d', (status, code) => {
    expect(exitCodeOf({ status, findings: [], notLooked: [] })).toBe(code);
  });
});
