// Runs: embedded
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@halyard/local-servers/free-port';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForChromium, titleIn } from './support/browser.js';
import { LinkingStage } from './support/linking-stage.js';

const offer = await askForChromium();
const HOW_TO = join(import.meta.dirname, '..', '..', '..', 'docs', 'how-to', 'link-a-bank.md');

(offer.missing === undefined ? describe : describe.skip)(
  titleIn('the example in docs/how-to/link-a-bank.md', offer),
  () => {
    let stage: LinkingStage;

    beforeAll(async () => {
      stage = await LinkingStage.open('bank-linking-example', offer);
    });

    afterAll(() => stage.close());

    it('links a bank as it stands there', async () => {
      const [, page = '', server = ''] =
        /```html\n([^`]*(?:`[^`]+`[^`]*)*)```\n[^]*?```js\n([^]*?)```\n/.exec(await readFile(HOW_TO, 'utf8')) ?? [];
      const folder = await mkdtemp(join(tmpdir(), 'halyard-example-'));
      await Promise.all([writeFile(join(folder, 'page.html'), page), writeFile(join(folder, 'server.mjs'), server)]);
      const { baseUrl, key, secret, caFile = '' } = stage.shared.client.connection;
      const port = String(await freePort());
      const child = spawn(process.execPath, ['server.mjs'], {
        cwd: folder,
        env: {
          API: baseUrl,
          KEY: key,
          SECRET: secret,
          CUSTOMER: await stage.newCustomer(),
          PORT: port,
          NODE_EXTRA_CA_CERTS: caFile,
        },
        stdio: 'inherit',
      });
      const gone = once(child, 'exit');
      try {
        const url = `http://localhost:${port}`;
        await waitFor('the server of the example', async () => (await fetch(url)).ok);
        const walk = await stage.visit(url);
        await walk.page.getByRole('button', { name: 'Link a bank' }).click();
        await walk.choose();
        await walk.logIn();
        await walk.answer();
        await walk.select(/Checking/);
        await walk.page.getByText('Linked: ').waitFor();
        const href = ((await walk.page.locator('#outcome').textContent()) ?? '').replace('Linked: ', '');
        expect((await stage.shared.client.get(href)).body).toMatchObject({ status: 'verified' });
      } finally {
        child.kill();
        await gone;
        await rm(folder, { recursive: true });
      }
    });
  },
);
