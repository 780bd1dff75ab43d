import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { specsWaitForConditions } from '../eslint/waits.ts';

const faultsOf = (text: string): string[] =>
  new Linter()
    .verify(text, [{ ...specsWaitForConditions, files: ['**/*.js'] }], 'a.spec.js')
    .map(({ messageId, message }) => messageId ?? message);

const sleepImported = `import { setTimeout as delay } from 'node:timers/promises';`;

describe('a spec', () => {
  it.each([
    `it('holds', () => work()); beforeAll(() => begin());`,
    `it.each([[1, 2, 3]])('holds of %i', (number) => work(number));`,
    `await until('it holds', () => holds());`,
    `const client = new Client({ timeoutMs: 50 });`,
    `page.locator('#a').waitFor({ timeout: WAIT_MS });`,
    `${sleepImported} await delay(randomInt(100));`,
    `import { setTimeout } from 'elsewhere'; setImmediate(resolve, 1);`,
  ])('may say: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    [`it('holds', () => work(), 60_000);`, 'timeout'],
    [`it.only('holds', () => work(), LONG_MS);`, 'timeout'],
    ["it.each`a\n${1}`('holds', () => work(), 60_000);", 'timeout'],
    [`it.each([1])('holds of %i', () => work(), counts.patienceMs);`, 'timeout'],
    [`beforeAll(() => begin(), 300_000);`, 'timeout'],
    [`afterEach(() => end(), 300_000);`, 'timeout'],
    [`jest.setTimeout(60_000);`, 'limit'],
    [`page.setDefaultTimeout(20_000);`, 'limit'],
    [`page.waitForTimeout(500);`, 'limit'],
    [`fetch(url, { signal: AbortSignal.timeout(5_000) });`, 'limit'],
    [`page.locator('#a').waitFor({ timeout: 5_000 });`, 'limit'],
    [`await new Promise((resolve) => setTimeout(resolve, 100));`, 'limit'],
    [`${sleepImported} await delay(100);`, 'limit'],
  ])('may not say: %s', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });
});
