import { hash } from 'node:crypto';

/** Inline scripts and styles of pages that are files now, by their address. */
export type ExtractedFiles = Map<string, string>;

const ASSETS = '/docs/_astro';

const SCRIPT = /<script(?<attributes>(?! src=)(?:(?! src=)[^>])*)>(?<code>[^]+?)<\/script>/g;
const STYLE = /<style[^<>]*>(?<rules>[^]*?)<\/style>/g;
const TAG = /<[a-z][^<>]*>/g;
const STYLE_ATTRIBUTE = / style="(?<rules>[^"]*)"/;

/** Style sheets that select elements by the attribute, as that of highlighted code does, select what it became. */
export const selectingMoved = (css: string): string => css.replaceAll(/\[style\^=(['"])--\1\]/g, '[data-style]');

/** Elements that may be wider than the page scroll by themselves, so the keyboard has to reach them. */
const SCROLLED = /<(table|pre)(?=[ >])(?![^>]*tabindex)/g;

const shortHash = (text: string): string => hash('sha256', text, 'hex').slice(0, 10);

/**
 * Moves a page's inline scripts and styles into files, so that its policy names no hashes and is the same for all
 * pages. An element with rules of its own is selected by a hash of them.
 */
export function withoutInline(html: string, files: ExtractedFiles): string {
  const fileOf = (text: string, ending: string): string => {
    const address = `${ASSETS}/inline-${shortHash(text)}.${ending}`;
    files.set(address, text);
    return address;
  };
  const rules: string[] = [];
  const bare = html
    .replaceAll(SCROLLED, '<$1 tabindex="0"')
    .replaceAll(
      SCRIPT,
      (_, attributes: string, code: string) => `<script${attributes} src="${fileOf(code, 'js')}"></script>`,
    )
    .replaceAll(STYLE, (_, text: string) => `<link rel="stylesheet" href="${fileOf(text, 'css')}">`)
    .replaceAll(TAG, (tag) =>
      tag.replace(STYLE_ATTRIBUTE, (_, text: string) => {
        const name = shortHash(text);
        rules.push(`[data-style="${name}"]{${text}}`);
        return ` data-style="${name}"`;
      }),
    );
  if (rules.length === 0) return bare;
  const sheet = fileOf([...new Set(rules)].toSorted().join('\n'), 'css');
  return bare.replace('</head>', `<link rel="stylesheet" href="${sheet}"></head>`);
}
