// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openUnusedAccount } from './support/clock-account.js';
import { newHolder } from './support/journeys.js';
import { Cook, recipes, type RecipeStep, stepsOf } from './support/recipe.js';
import { SharedSuite } from './support/shared-suite.js';

describe('the recipes in docs', () => {
  let shared: SharedSuite;

  beforeAll(async () => {
    shared = await SharedSuite.join('recipes');
  });

  afterAll(() => shared.leave());

  it('are found: of how-tos, and of the sandbox', () => {
    expect(recipes()).toEqual(
      expect.arrayContaining([
        'how-to/close-a-bank-over-a-holiday.md',
        'how-to/refund-a-transfer.md',
        'sandbox/process-bank-transfers.md',
      ]),
    );
  });

  it.each(recipes())('%s says what happens', async (recipe) => {
    const steps = stepsOf(recipe);
    if (!setsClock(steps)) return follow(steps, shared.client, await holdersOf(shared.client));
    const unused = await openUnusedAccount(shared.operator, recipe);
    await follow(steps, unused, {});
    await unused.close();
  });
});

/** Whether a recipe begins with setting the clock, which only an account can do that has nothing yet. */
const setsClock = ([first]: readonly RecipeStep[]): boolean =>
  first?.method === 'POST' && first.target === '/sandbox-clock';

/** The URLs of Ada and Bert, by the names that recipes have for them. */
async function holdersOf(client: HalClient): Promise<Readonly<Record<string, string>>> {
  const [ada, bert] = await Promise.all([newHolder(client), newHolder(client, { firstName: 'Bert' })]);
  // The micro-deposits of their banks are none of what a recipe counts.
  await client.post('/sandbox-simulations');
  return Object.fromEntries<string>([
    ...Object.entries(ada).map(([name, url]) => [`ada.${name}`, url] as const),
    ...Object.entries(bert).map(([name, url]) => [`bert.${name}`, url] as const),
  ]);
}

async function follow(
  steps: readonly RecipeStep[],
  client: HalClient,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const cook = new Cook(client, given);
  for (const [index, step] of steps.entries()) {
    const { status, body } = await cook.take(step);
    const asked = `step ${index + 1}: ${step.method} ${step.target}`;
    expect([asked, status, body]).toEqual([asked, step.status, expect.anything()]);
    if (step.answers !== undefined) expect([asked, body]).toMatchObject([asked, JSON.parse(step.answers) as object]);
  }
}
