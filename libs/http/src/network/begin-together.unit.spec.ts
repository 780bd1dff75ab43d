import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { beginTogether } from './begin-together.js';

/** After more steps than the handler has. */
async function laterInThisTurn(): Promise<void> {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
}

it('carries out step by step what arrives in one turn of the event loop', async () => {
  const app = fastify();
  beginTogether(app);
  const steps: string[] = [];
  app.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }) => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} goes on`);
    return name;
  });
  let another: Promise<{ readonly body: string }> | undefined;
  app.addHook('onRequest', ({ url }, _, done) => {
    if (url === '/one') another = laterInThisTurn().then(() => app.inject('/another'));
    done();
  });
  await app.ready();
  const one = await app.inject('/one');
  expect([one.body, (await another)?.body]).toEqual(['one', 'another']);
  expect(steps).toEqual(['one begins', 'another begins', 'one goes on', 'another goes on']);
  await app.close();
});
