// Runs: embedded
import { randomUUID } from 'node:crypto';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForChromium, titleIn } from './support/browser.js';
import { bankAccount, embedded } from './support/journeys.js';
import { LinkingStage } from './support/linking-stage.js';
import type { LinkingWalk } from './support/linking-walk.js';

const offer = await askForChromium();
const NOBODYS_ID = '0195b3a0-0000-7000-8000-0000000000c1';

(offer.missing === undefined ? describe : describe.skip)(titleIn('the pages in which banks are linked', offer), () => {
  let stage: LinkingStage;

  beforeAll(async () => {
    stage = await LinkingStage.open('bank-linking-isolation', offer);
  });

  afterAll(() => stage.close());

  /** Nobody has used the token: it still opens a session. */
  const isUnused = async (token: string): Promise<boolean> => {
    const { status } = await stage.shared.client.raw(
      'POST',
      '/linking/sessions',
      { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: stage.partner.origin },
      '{}',
    );
    return status === 200;
  };
  const applicationOf = (token: string): string => token.slice(0, token.indexOf('.'));
  const pageOf = (token: string, parent: string): string =>
    `${stage.api}/linking/applications/${applicationOf(token)}?parent=${encodeURIComponent(parent)}`;
  const start = (token: string): string =>
    JSON.stringify({ iav: 'start', token, stylesheets: [], microDeposits: false, fallbackToMicroDeposits: false });
  const framedBy = async (title: string, script: string, frame: string): Promise<LinkingWalk> => {
    const html = `<!doctype html><title>${title}</title><div id="bank"><iframe src="${frame}"></iframe></div><script>${script}</script>`;
    return stage.visit(stage.partner.put(`/${randomUUID()}`, html));
  };

  it('appear in no page of an origin that is not registered, and its token stays what it was', async () => {
    const token = await stage.token('iav-token');
    const walk = await stage.begin({ token, at: stage.stranger });
    expect(await walk.told()).toMatchObject([{ code: 'UnexpectedPage' }]);
    expect(walk.console.join()).toContain('frame-ancestors');
    expect(await isUnused(token)).toBe(true);
  });

  it('add no bank for a page of an origin that is not registered', async () => {
    const customer = await stage.newCustomer();
    const token = await stage.token('funding-sources-token', customer);
    const url = stage.stranger.putPage('/form', stage.api, creating(token));
    expect(await (await stage.visit(url)).told()).toMatchObject([{ code: 'UnexpectedPage' }]);
    const { body } = await stage.shared.client.get(`${customer}/funding-sources`);
    expect(embedded(body, 'funding-sources').filter(({ type }) => type === 'bank')).toEqual([]);

    const allowed = stage.partner.putPage('/form', stage.api, creating(token));
    const bank = await stage.linkedBy(await stage.visit(allowed));
    expect(bank).toMatchObject({ status: 'unverified', name: 'Checking' });
  });

  it('are opened once with a token', async () => {
    const token = await stage.token('iav-token');
    await (await stage.begin({ token })).reach('Choose your bank');
    const again = await stage.begin({ token });
    await again.reach('Your bank is not linked');
    expect(await again.told()).toMatchObject([{ code: 'InvalidIavToken' }]);
  });

  it.each([
    ['no token', 'nonsense', 'InvalidIavToken'],
    ['a token of an application that there is not', `${NOBODYS_ID}.AAAA`, 'UnexpectedPage'],
  ])('say so when they are opened with %s', async (_, token, code) => {
    const walk = await stage.begin({ token });
    expect(await walk.told()).toMatchObject([{ code }]);
  });

  it('hear nobody but the page that frames them, and the script hears nobody but them', async () => {
    const [token, foreign] = await Promise.all([stage.token('iav-token'), stage.token('iav-token')]);
    const told = JSON.stringify({ iav: 'done', fundingSource: 'https://evil.example/' });
    const speak = `parent.postMessage(${told}, '*'); parent[0].postMessage(${start(foreign)}, '*'); parent.postMessage('spoken', '*');`;
    const sibling = stage.partner.put('/sibling', `<!doctype html><script>${speak}</script>`);
    const stranger = stage.stranger.put('/stranger', `<!doctype html><script>${speak}</script>`);
    // The frame of the pages is the first; what others say to it comes before what its parent does.
    const walk = await framedBy(
      'Overheard',
      `let spoken = 0; const bank = document.querySelector('iframe');
addEventListener('message', ({ data, source }) => {
  if (data.iav === 'ready') for (const src of ['${sibling}', '${stranger}']) {
    const frame = document.createElement('iframe'); frame.src = src; document.body.append(frame);
  }
  if (data === 'spoken' && ++spoken === 2) bank.contentWindow.postMessage(${start(token)}, '${stage.api}');
});`,
      pageOf(token, stage.partner.origin),
    );
    await walk.reach('Choose your bank');
    expect([await isUnused(token), await isUnused(foreign)]).toEqual([false, true]);

    const embedding = await stage.begin();
    await embedding.reach('Choose your bank');
    await embedding.page.evaluate(`new Promise((resolve) => {
      let spoken = 0;
      addEventListener('message', ({ data }) => data === 'spoken' && ++spoken === 2 && resolve());
      for (const src of ['${sibling}', '${stranger}']) {
        const frame = document.createElement('iframe'); frame.src = src; document.body.append(frame);
      }
    })`);
    expect(await embedding.page.evaluate('told')).toEqual([]);
  });

  it('speak to the one origin that frames them as it said, or to nobody', async () => {
    const token = await stage.token('iav-token');
    const walk = await framedBy(
      'Elsewhere',
      `document.querySelector('iframe').addEventListener('load', ({ target }) =>
  target.contentWindow.postMessage(${start(token)}, '${stage.api}'));`,
      pageOf(token, 'http://localhost:1'),
    );
    await walk.frame.getByText('Connecting…').waitFor();
    expect(await isUnused(token)).toBe(true);
    const alone = await stage.visit(pageOf(await stage.token('iav-token'), 'https://nobody.example'));
    await alone.page.getByText('This page is for a frame in a page of a partner').waitFor();
  });

  it('are framed by nobody where they are opened by themselves', async () => {
    const token = await stage.token('iav-token');
    const address = `${stage.api}/linking/applications/${applicationOf(token)}`;
    const walk = await framedBy('Framed', '', `${address}#${token}`);
    await until('a violation of frame-ancestors', () => walk.console.some((line) => line.includes('frame-ancestors')));
    expect(await isUnused(token)).toBe(true);
  });

  it('take style sheets of registered origins alone, and no secret to any of them', async () => {
    const css = (color: string) => `.service-iav-button { background: ${color} url(${stage.partner.origin}/pixel) }`;
    const stylesheets = [stage.partner.put('/a.css', css('rgb(1, 2, 3)')), stage.stranger.put('/b.css', css('red'))];
    const walk = await stage.begin({ options: { stylesheets } });
    await walk.choose();
    const color = "getComputedStyle(document.querySelector('#login-form button')).backgroundColor";
    await until('the style sheet of the partner', async () => (await walk.evaluate(color)) === 'rgb(1, 2, 3)');
    for (const refused of ['style-src', 'img-src']) {
      await until(`a violation of ${refused}`, () => walk.console.some((line) => line.includes(refused)));
    }
    expect(stage.partner.asked).not.toContain('/pixel');
  });

  it('keep their files for a year, and the script of partners for five minutes, under its names alone', async () => {
    const walk = await stage.begin();
    await walk.reach('Choose your bank');
    const file = walk.urls.find((url) => url.endsWith('/page.css')) ?? '';
    const cachingOf = async (url: string) => {
      const { headers } = await stage.shared.client.download(url, {});
      return headers['cache-control'];
    };
    expect(await cachingOf(file)).toBe('public, max-age=31536000, immutable');
    expect(await cachingOf(`${stage.api}/linking/assets/${NOBODYS_ID}/page.css`)).toBe('no-store');
    for (const script of ['service.js', 'service.min.js']) {
      expect(await cachingOf(`${stage.api}/1/${script}`)).toBe('public, max-age=300');
    }
    for (const path of ['/1/client.js', `/linking/assets/${NOBODYS_ID}/client.js`, '/linking/assets/1/page.css']) {
      expect((await stage.shared.client.raw('GET', path, {})).status).toBe(404);
    }
  });

  it('put neither tokens nor what is typed into a URL or a log', async () => {
    const [token, secret] = [await stage.token('iav-token'), randomUUID()];
    const walk = await stage.begin({ token, options: { fallbackToMicroDeposits: true } });
    await walk.choose();
    await walk.fill(`-e InvalidLogin ${secret}`);
    await walk.alerted();
    await walk.logIn(secret);
    await walk.answer(secret);
    expect(walk.urls.filter((url) => url.includes(token.slice(-20)) || url.includes(secret))).toEqual([]);
    const log = await stage.shared.suite.log();
    expect([log.includes(secret), log.includes(token.slice(-20))]).toEqual([false, false]);
  });
});

const creating = (token: string): string => `window.told = [];
service.fundingSources.create(${JSON.stringify(token)}, ${JSON.stringify(bankAccount())}, (error, response) => told.push([error, response]));`;
