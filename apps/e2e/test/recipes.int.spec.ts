// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newHolder } from './support/journeys.js';
import { Cook, recipes, stepsOf } from './support/recipe.js';
import { SharedSuite } from './support/shared-suite.js';

describe('the recipes in docs', () => {
  let shared: SharedSuite;

  beforeAll(async () => {
    shared = await SharedSuite.join('recipes');
  });

  afterAll(() => shared.leave());

  it('are found: of how-tos, and of the sandbox', () => {
    expect(recipes()).toEqual(
      expect.arrayContaining(['how-to/refund-a-transfer.md', 'sandbox/process-bank-transfers.md']),
    );
  });

  it.each(recipes())('%s says what happens', async (recipe) => {
    const [ada, bert] = await Promise.all([newHolder(shared.client), newHolder(shared.client, { firstName: 'Bert' })]);
    // The micro-deposits of their banks are none of what a recipe counts.
    await shared.client.post('/sandbox-simulations');
    const named = [
      ...Object.entries(ada).map(([name, url]) => [`ada.${name}`, url] as const),
      ...Object.entries(bert).map(([name, url]) => [`bert.${name}`, url] as const),
    ];
    const cook = new Cook(shared.client, Object.fromEntries<string>(named));
    for (const step of stepsOf(recipe)) {
      const { status, body } = await cook.take(step);
      const asked = `${step.method} ${step.target}`;
      expect([asked, status, body]).toEqual([asked, step.status, expect.anything()]);
      if (step.answers !== undefined) expect([asked, body]).toMatchObject([asked, JSON.parse(step.answers) as object]);
    }
  });
});
