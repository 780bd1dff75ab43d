// Builds the documentation site from docs/ and from code, into site/dist: npm run docs
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuiltSite, faultsOf } from './docs/check.ts';
import { withPictures } from './docs/diagrams.ts';
import { type ExtractedFiles, selectingMoved, withoutInline } from './docs/finish.ts';
import { fullText, summary } from './docs/llms.ts';
import { neighboursOf, sidebarOf } from './docs/navigation.ts';
import { addressOf, markdownAddressOf, markdownOf, type Page, summaryOf } from './docs/page.ts';
import { sitePages } from './docs/pages.ts';
import { lostAnchors } from './docs/anchors.ts';
import { searchDocuments } from './docs/search.ts';
import { lastChanges } from './docs/last-changes.ts';

const site = join(import.meta.dirname, '..', 'site');
const content = join(site, 'src', 'content', 'docs');
const built = join(site, '.built');
const served = join(site, 'dist');

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: site,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) {
    console.error(`halyard: ${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
    process.exit(status ?? 1);
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const lockFile = readFileSync(join(site, 'package-lock.json'), 'utf8');
/** Has the lock file by which the packages were installed. */
const marker = join(site, 'node_modules', '.installed');

const isInstalled = (): boolean => existsSync(marker) && readFileSync(marker, 'utf8') === lockFile;

/** The site has packages of its own, which the project's install does not know. */
function install(): void {
  if (isInstalled()) return;
  console.log('halyard: 1. installing the packages of the documentation');
  run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(marker, lockFile);
}

function writeContent(pages: readonly Page[]): void {
  const changes = lastChanges();
  const neighbours = neighboursOf(pages);
  rmSync(content, { recursive: true, force: true });
  for (const page of pages) {
    const changed = changes.get(page.source ?? '');
    const matter = {
      title: page.title,
      description: summaryOf(page),
      ...(page.source !== undefined && { source: page.source }),
      ...neighbours.get(page.slug),
    };
    const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    // A date without quotes, which YAML does not read as text.
    if (changed !== undefined) lines.push(`lastUpdated: ${changed}`);
    write(
      join(content, `${page.slug || 'index'}.md`),
      ['---', ...lines, '---', '', withPictures(page.text)].join('\n'),
    );
  }
  writeFileSync(join(site, '.sidebar.json'), JSON.stringify(sidebarOf(pages)));
  writeFileSync(join(site, 'src', 'search', 'documents.json'), JSON.stringify(searchDocuments(pages)));
  run(process.execPath, join('src', 'search', 'write-index.ts'));
}

/** `how-to/verify/index.html` -> `/docs/how-to/verify/` */
const addressOfFile = (file: string): string => `/docs/${file.replace(/(?:^|(?<=\/))index\.html$/, '')}`;

function builtSite(): BuiltSite {
  const files = globSync('**/*', { cwd: built, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const address = addressOfFile(path.slice(built.length + 1));
      return [address, path.endsWith('.html') ? readFileSync(path, 'utf8') : undefined];
    }),
  );
}

function finish(pages: readonly Page[]): void {
  const extracted: ExtractedFiles = new Map();
  for (const file of globSync('**/*.html', { cwd: built })) {
    const path = join(built, file);
    writeFileSync(path, withoutInline(readFileSync(path, 'utf8'), extracted));
  }
  for (const file of globSync('_astro/*.css', { cwd: built })) {
    const path = join(built, file);
    writeFileSync(path, selectingMoved(readFileSync(path, 'utf8')));
  }
  const texts = new Map([
    ...extracted,
    ...pages.map((page) => [markdownAddressOf(page.slug), markdownOf(page)] as const),
    ['/docs/llms.txt', summary(pages)],
    ['/docs/llms-full.txt', fullText(pages)],
  ]);
  for (const [address, text] of texts) write(join(built, address.slice('/docs/'.length)), text);
  cpSync(join(site, '..', 'docs', 'pictures'), join(built, 'pictures'), { recursive: true });
}

/** Readers see the old site until the new one is complete. */
function publish(): void {
  rmSync(`${served}.old`, { recursive: true, force: true });
  if (existsSync(served)) renameSync(served, `${served}.old`);
  renameSync(built, served);
  rmSync(`${served}.old`, { recursive: true, force: true });
}

/** Sizes and times are measured (ADR 100). */
function announce(): void {
  const packages = isInstalled()
    ? 'Its packages are installed.'
    : 'First it downloads 269 packages (55 MB) into site/node_modules (200 MB).';
  console.log(
    `halyard: builds the documentation, 110 MB in site/dist, in one to two minutes on two cores. ${packages} Nothing is written outside site/, but in the cache of npm.`,
  );
}

announce();
install();
console.log('halyard: 2. writing the pages as Markdown');
const pages = sitePages();
writeContent(pages);
console.log(`halyard: 3. building ${pages.length} pages`);
run(process.execPath, join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build', '--silent', '--outDir', built);
console.log('halyard: 4. checking links, anchors and sizes');
finish(pages);
const files = builtSite();
const faults = [...faultsOf(files), ...lostAnchors(files, searchDocuments(pages))];
if (faults.length > 0) {
  console.error(`halyard: the site is not published, because\n${faults.join('\n')}`);
  process.exit(1);
}
publish();
console.log(`halyard: ${pages.length} pages are in site/dist; a suite serves them at ${addressOf('')}`);
