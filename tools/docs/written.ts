import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { addressOf, type Page } from './page.ts';

const root = join(import.meta.dirname, '..', '..');

/** Pages whose address differs from their file's path below docs/. */
const slugs: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'docs/README.md': '',
  'docs/adr/README.md': 'adr',
};

/** Names by which readers look for a page, besides its title. */
const names: Readonly<Record<string, readonly string[]>> = {
  'docs/concepts/idempotency.md': ['Idempotency-Key', 'Idempotency', 'Retries'],
};

/** Files with an address of their own. */
const addresses: Readonly<Record<string, string>> = {
  'README.md': addressOf(''),
  'docs/asyncapi.json': '/asyncapi.json',
  'docs/openapi.json': '/openapi.json',
};

/** The site has these pictures beside its pages. */
const PICTURES = 'docs/pictures/';

const slugOf = (file: string): string => slugs[file] ?? file.replace(/^docs\//, '').replace(/\.md$/, '');

const LINK = /\[(?<text>[^[\]]*)\]\((?<target>[^)\s]+)\)/g;
const DEFINITION = /^\[(?<text>[^[\]]+)\]: (?<target>\S+)$/gm;
const FENCED = /^ *```[^]*?^ *```$/gm;

/** The address of a link's target; undefined if the target is no page. */
function addressOfLink(target: string, file: string, pages: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [path = '', fragment] = target.split('#');
  const named = normalize(join(dirname(file), path));
  if (!existsSync(join(root, named))) throw new Error(`${file} links to ${named}, which does not exist`);
  if (named.startsWith(PICTURES)) return addressOf('') + named.slice('docs/'.length);
  if (!pages.has(named)) return addresses[named];
  return `${addressOf(slugOf(named))}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Turns a link between files into a link between pages. A link to a source file becomes plain text. */
function linked(text: string, file: string, pages: ReadonlySet<string>): string {
  const inPlace = (_: string, label: string, target: string): string => {
    const address = addressOfLink(target, file, pages);
    return address === undefined ? label : `[${label}](${address})`;
  };
  const defined = (_: string, label: string, target: string): string =>
    `[${label}]: ${addressOfLink(target, file, pages) ?? addressOf('')}`;
  const outside = text.split(FENCED).map((part) => part.replaceAll(LINK, inPlace).replaceAll(DEFINITION, defined));
  const fenced = text.match(FENCED) ?? [];
  return outside.map((part, index) => part + (fenced[index] ?? '')).join('');
}

const TITLE = /^# (?<title>.+)\n/;

/** The pages that people wrote: docs/, CHANGELOG.md and CONTRIBUTING.md. */
export function writtenPages(): readonly Page[] {
  const files = globSync(['CHANGELOG.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root }).toSorted();
  const pageFiles = new Set(files);
  return files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const title = TITLE.exec(text)?.groups?.['title'];
    if (title === undefined) throw new Error(`${file} does not begin with a heading`);
    const named = names[file];
    return {
      slug: slugOf(file),
      title,
      ...(named !== undefined && { names: named }),
      text: linked(text.replace(TITLE, ''), file, pageFiles),
      source: file,
    };
  });
}
