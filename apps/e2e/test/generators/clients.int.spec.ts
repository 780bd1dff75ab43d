// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generators } from '../support/generators/generators.js';
import { reasonIn, Workshop } from '../support/generators/workshop.js';
import { SharedSuite } from '../support/shared-suite.js';

const isLong = process.env['TEST_RUN'] === 'long';

for (const generator of generators.filter(({ isUsual }) => isLong || isUsual)) {
  const { name, generate, fetch, check, run } = generator;
  const workshop = new Workshop(generator);
  const made = workshop.missing === undefined ? workshop.run(generate) : undefined;
  const fetched = made && fetch !== undefined && made.failure === undefined ? workshop.run(fetch) : undefined;
  const missing = workshop.missing ?? reasonIn(fetched?.failure);
  if (missing !== undefined) workshop.remove();
  const where = missing === undefined ? '' : `, which is not tried: ${missing}`;

  (missing === undefined ? describe : describe.skip)(`a client that ${name} generates${where}`, () => {
    let shared: SharedSuite;
    beforeAll(async () => {
      shared = await SharedSuite.join(name);
      workshop.addProgram();
    });
    afterAll(async () => {
      workshop.remove();
      await shared.leave();
    });

    it('is made of the document', () => {
      expect(made?.failure).toBeUndefined();
    });

    if (isLong)
      it('passes the strictest checks of its language', () => {
        expect(workshop.run(check).failure).toBeUndefined();
      });

    it('gets a token, creates a customer with a bank, and moves money', async () => {
      const { client } = shared;
      const { baseUrl, caFile = '', key, secret, accountId } = client.connection;
      const settings = { API: baseUrl, CA: caFile, KEY: key, SECRET: secret, ACCOUNT: accountId };
      const { failure, printed } = workshop.run(run, { ...settings, EMAIL: 'ada@example.com' });
      expect(failure).toBeUndefined();
      const [customer, sources, transfer, ...rest] = JSON.parse(printed) as readonly unknown[];
      expect([customer, sources, ...rest]).toEqual(['verified', 2, 'processed', '12.50']);
      expect((await client.get(`/transfers/${String(transfer)}`)).body).toMatchObject({
        status: 'processed',
        amount: { value: '12.50', currency: 'USD' },
      });
    });
  });
}
