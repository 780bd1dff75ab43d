import { describe, expect, it } from '@jest/globals';
import { lostAnchors } from '../docs/anchors.ts';
import { withDays } from '../docs/changelog.ts';
import { faultsOf } from '../docs/check.ts';
import { withPictures } from '../docs/diagrams.ts';
import { type ExtractedFiles, selectingMoved, withoutInline } from '../docs/finish.ts';
import { summary } from '../docs/llms.ts';
import { neighboursOf, sectionsOf, sidebarOf } from '../docs/navigation.ts';
import { markdownAddressOf, markdownOf, type Page, summaryOf } from '../docs/page.ts';
import { sitePages } from '../docs/pages.ts';
import { searchDocuments } from '../docs/search.ts';
import { version } from '../version.ts';

const pages = sitePages();

describe('the pages of the documentation', () => {
  it('have addresses and titles of their own', () => {
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    expect(pages.filter(({ title, text }) => title === '' || text.trim() === '')).toEqual([]);
  });

  it('each have one place in the navigation', () => {
    const placed = sectionsOf(pages).flatMap((section) => section.pages.map(({ page }) => page.slug));
    expect(placed.toSorted()).toEqual(pages.map(({ slug }) => slug).toSorted());
    const alone: Page = { slug: 'alone', title: 'Alone', text: 'Nobody leads here.' };
    expect(() => sectionsOf([...pages, alone])).toThrow('does not lead to alone');
    expect(() => sectionsOf(pages.slice(1))).toThrow();
  });

  it('are in the menu, but for the decisions', () => {
    const links = new Set(JSON.stringify(sidebarOf(pages)).match(/(?<="link":")[^"]+/g));
    const missing = pages.filter(({ slug }) => !links.has(slug === '' ? '/' : `/${slug}/`)).map(({ slug }) => slug);
    expect(missing.every((slug) => slug.startsWith('adr/'))).toBe(true);
    expect(links.size).toBeGreaterThan(400);
  });

  it('have no element of the site where they are Markdown', () => {
    expect(pages.filter((page) => /^<\/?site-/m.test(markdownOf(page))).map(({ slug }) => slug)).toEqual([]);
  });

  it('each have a line in llms.txt, with where they are and what they say', () => {
    const lines = summary(pages);
    const lineOf = ({ slug }: Page): string | undefined =>
      lines.split('\n').find((line) => line.includes(`](${markdownAddressOf(slug)}): `));
    expect(pages.filter((page) => !lineOf(page)?.endsWith(summaryOf(page)))).toEqual([]);
    expect(lines).toContain('): `POST /transfers`, `createTransfer`. Moves money');
  });
});

describe('a page that is built', () => {
  const built = `<head></head><script>a()</script><script type="module" src="/docs/x.js"></script>
<style>p{}</style><p style="color:red" class="a">x</p><b style="color:red"></b>`;

  it('has its scripts and styles in files', () => {
    const files: ExtractedFiles = new Map();
    const html = withoutInline(built, files);
    expect([...files.values()].toSorted()).toEqual([
      expect.stringMatching(/^\[data-style=.*\{color:red\}$/),
      'a()',
      'p{}',
    ]);
    expect(selectingMoved(`span[style^='--'],p[style^="--"]`)).toBe('span[data-style],p[data-style]');
    for (const address of files.keys()) expect(html).toContain(`"${address}"`);
    expect(html).not.toMatch(/\sstyle=|<style|<script>/);
  });
});

it('draws each diagram of the pages, and says in words what it shows', () => {
  const drawn = pages.map(({ text }) => withPictures(text)).join('\n');
  expect(drawn).not.toContain('```mermaid');
  expect(drawn).toContain('aria-label="POST /transfers; transfer pending, from owner: bank to owner: balance; ');
  expect(drawn).toContain('| `unverified` | `verified` | pass |');
});

describe('the check of a site', () => {
  const page = (content: string): string => `<html><body>${content}</body></html>`;
  const siteOf = (first: string, second = '<h2 id="there">x</h2>') =>
    new Map([
      ['/docs/', page(`<a href="second/">2</a>${first}`)],
      ['/docs/second/', page(second)],
      ['/docs/a.png', undefined],
    ]);

  it('has nothing to say of a site that is whole', () => {
    expect(
      faultsOf(siteOf('<a href="/docs/second/#there">2</a><img src="a.png"><a href="/openapi.json">x</a>')),
    ).toEqual([]);
  });

  it.each([
    ['<a href="/docs/third/">3</a>', 'links to /docs/third/, which is not there'],
    ['<a href="../second/">up</a>', 'links to ../second/, which is not there'],
    ['<a href="second/#lost">2</a>', 'no such anchor'],
    ['<img src="lost.png">', 'needs lost.png'],
    ['<script src="https://elsewhere.example/x.js"></script>', 'needs https://elsewhere.example/x.js'],
    ['<link rel="stylesheet" href="lost.css">', 'needs lost.css'],
    ['<p style="color:red">x</p>', 'its policy forbids'],
    ['<script>x()</script>', 'its policy forbids'],
    ['<p onclick="x()">x</p>', 'its policy forbids'],
  ])('finds what is wrong with %s', (content, fault) => {
    expect(faultsOf(siteOf(content))).toEqual([expect.stringContaining(fault)]);
  });

  it('finds a page that nothing links to, also where such pages link to each other', () => {
    const site = new Map([
      ...siteOf(''),
      ['/docs/one/', page('<a href="../other/">x</a>')],
      ['/docs/other/', page('<a href="../one/">x</a>')],
    ]);
    expect(faultsOf(site)).toEqual(['no page links to /docs/one/', 'no page links to /docs/other/']);
  });

  it('finds a page that takes long to load', () => {
    const random = Array.from({ length: 20_000 }, (_, index) => Math.sin(index).toString(36)).join(' ');
    expect(faultsOf(siteOf(random))).toEqual([expect.stringMatching(/^\/docs\/ has \d+ bytes compressed/)]);
  });
});

describe('the search', () => {
  const documents = searchDocuments([...pages]);

  it('has each page, and the parts of pages by their anchors', () => {
    const ids = documents.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        '/docs/',
        '/docs/api/createTransfer/',
        '/docs/api/createTransfer/#body',
        '/docs/quick-start/#2-get-a-token',
      ]),
    );
  });

  it('knows an operation by method and path, and by its name', () => {
    const page = documents.find(({ id }) => id === '/docs/api/createTransfer/');
    expect(page).toMatchObject({
      title: 'Create a transfer',
      names: ['POST /transfers', 'createTransfer', '/transfers'],
    });
  });

  it('leads to no anchor that its page does not have', () => {
    const site = new Map([['/docs/a/', '<h2 id="there">x</h2>']]);
    const part = (id: string) => ({ id, title: '', section: '', heading: '', text: '', names: [], summary: '' });
    expect(lostAnchors(site, [part('/docs/a/'), part('/docs/a/#there'), part('/docs/a/#lost')])).toEqual([
      'the search leads to /docs/a/#lost, and that page has no such anchor',
    ]);
  });
});

describe('the changelog', () => {
  const notes: Page = { slug: 'changelog', title: 'Changelog', text: '## 2.0.0\n\nNotes of people.\n' };
  const { text } = withDays(notes, [
    '2026-03-02 feat(cli)!: a <new> command',
    '2026-03-02 fix: a_name',
    '2026-03-02 refactor(cli): nobody sees it',
    '2026-03-01 perf(transfers): faster',
    'merge',
  ]);

  it('begins with the notes of the releases', () => {
    expect(text).toMatch(/^## 2\.0\.0\n\nNotes of people\.\n\n## Day by day\n/);
    const page = pages.find(({ slug }) => slug === 'changelog');
    expect(page?.text.indexOf(`\n## ${version}\n`)).toBeGreaterThan(0);
    expect(page?.text).toContain('](/docs/how-to/upgrade/)');
  });

  it('has what users see, by day and by what it is', () => {
    expect(text).toContain('### 2026-03-02\n\n#### New\n\n- cli: a &lt;new> command\n\n#### Corrected\n\n- a\\_name');
    expect(text).toContain('### 2026-03-01\n\n#### Faster\n\n- transfers: faster');
    expect(text).not.toContain('nobody');
  });

  it('says so where the source came without its history', () =>
    expect(withDays(notes, []).text).toContain('built without the history'));
});

it('leads from each page to the next one, in the order of the site, and back', () => {
  const neighbours = neighboursOf(pages);
  expect([neighbours.size, neighbours.get('')?.prev]).toEqual([pages.length, false]);
  expect(neighbours.get('')?.next).toEqual({ link: '/docs/try-it/', label: 'Try it' });
  expect(neighbours.get('try-it')?.prev).toEqual({ link: '/docs/', label: 'Halyard' });
});
