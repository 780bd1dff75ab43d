// Runs: embedded
import { readFile } from 'node:fs/promises';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForChromium, savedIn, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView } from './support/console-view.js';
import type { Login } from './support/people.js';
import { newCustomerToProve, pictureOf, postDocument } from './support/documents.js';
import { companyBody, embedded, idOf } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const MARKUP = '"><svg onload="window.struck=1"><script>window.struck=1</script></svg>';
const page = (text: string): Buffer => Buffer.from(`<!doctype html><html><body>${text}</body></html>`);
const TOO_LARGE = Buffer.alloc(11 * 1_024 * 1_024, 0xff);

const refused: readonly (readonly [string, { name: string; mimeType: string; buffer: Buffer }, RegExp])[] = [
  ['a page', { name: 'page.html', mimeType: 'text/html', buffer: page(MARKUP) }, /JPEG, PNG or PDF/],
  ['a page with the name of a picture', { name: 'a.png', mimeType: 'image/png', buffer: page(MARKUP) }, /JPEG/],
  [
    'a drawing with script',
    {
      ...{ name: 'a.svg', mimeType: 'image/svg+xml' },
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="window.struck=1"/>`),
    },
    /JPEG/,
  ],
  ['nothing', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, /empty|JPEG/i],
  ['more than 10 MiB', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: TOO_LARGE }, /10 MiB|large/i],
];

/** What strangers upload, in the pages of those who send it and of those who review it. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('a hostile upload', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let customer: string;
  let reviewer: ConsoleView;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-uploads', offer);
    ({ shared } = stage);
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    reviewer = await ConsoleView.open(stage.browser, shared.client.connection.baseUrl, operator);
    customer = await newCustomerToProve(shared.client);
  });
  afterAll(() => stage.close());

  const STRUCK = `window.struck ?? document.querySelectorAll('main svg:not(.icon), main script, main iframe, main object').length`;

  it.each(refused)('is refused at its field: %s', async (_, file, message) => {
    const { view } = stage;
    await view.visit(`/customers/${idOf(customer)}`, 'document Asked');
    await view.button('Upload document').click();
    const form = view.dialog('Upload document');
    await form.getByLabel('Document type').selectOption({ label: 'License' });
    await form.getByLabel('File').setInputFiles(file);
    await form.getByRole('button', { name: 'Upload document' }).click();
    await form.getByText(message).first().waitFor();
    expect(await view.faults()).toEqual([]);
    expect(embedded((await shared.client.get(`${customer}/documents`)).body, 'documents')).toEqual([]);
    // A form that is given up is not there again on the next visit.
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('is shown as the image that it also is, under whatever name, and is saved where it is opened', async () => {
    const { page: tab } = reviewer;
    const fileName = `${MARKUP.replaceAll('"', '%22')}.jpg`;
    const { location } = await postDocument(shared.client, customer, { file: pictureOf(MARKUP), fileName });
    await reviewer.visit(`/documents/${idOf(location)}`, 'Document');
    const image = tab.getByRole('img', { name: 'Document license' });
    await until('the image is there', () =>
      tab.evaluate<boolean>('document.querySelector("main img").naturalWidth > 0'),
    );
    expect(await tab.evaluate(STRUCK)).toBe(0);
    const address = (await image.getAttribute('src')) ?? '';
    const saved = tab.waitForEvent('download');
    // A browser calls it an error that there is no page to show.
    await tab.goto(address).catch(() => undefined);
    expect((await saved).suggestedFilename()).toBe(`${idOf(location)}.jpg`);
    expect(await tab.evaluate(STRUCK)).toBe(0);
    const { headers } = await tab.evaluate<{ headers: Record<string, string> }>(
      `fetch('${address}').then(({ headers }) => ({ headers: Object.fromEntries(headers) }))`,
    );
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
    });
    expect(reviewer.alarms).toEqual([]);
  });

  it('is only saved where it is no image', async () => {
    const { page: tab } = reviewer;
    const script = '1 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n';
    const file = Buffer.from(`%PDF-1.7\n%\u00e2\u00e3\n${script}trailer\n<< /Size 1 >>\nstartxref\n0\n%%EOF\n`);
    const prover = await shared.client.create('/customers', companyBody({ businessName: 'document' }));
    const { status, location } = await postDocument(shared.client, prover, { file, documentType: 'other' });
    expect(status).toBe(201);
    await reviewer.visit(`/documents/${idOf(location)}`, 'Document');
    await tab.getByText('This file is no image, and is not shown here.').waitFor();
    expect(await tab.getByRole('main').locator('img, iframe, embed, object').count()).toBe(0);
    const saved = tab.waitForEvent('download');
    await tab.getByRole('link', { name: 'Download file' }).click();
    expect(await savedIn(await saved)).toEqual(file);
    await tab.getByRole('table', { name: 'Reads' }).getByRole('row').nth(1).waitFor();
    expect(await reviewer.faults()).toEqual([]);
  });
});
