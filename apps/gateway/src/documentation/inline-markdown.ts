import { html, type Html } from '@halyard/pages';

const PART = /`(?<code>[^`]+)`|\[(?<label>[^[\]]+)\]\((?<target>[^)\s]+)\)/g;

/**
 * Text with code and links, as the rows of the reference write it (Markdown).
 *
 * @param hasPage whether a link's target can be opened; other links become text
 */
export function inlineMarkdown(text: string, hasPage: (address: string) => boolean): Html {
  let end = 0;
  const parts = [...text.matchAll(PART)].flatMap(
    ({ 0: whole, index, groups: { code, label = '', target = '' } = {} }) => {
      const before = text.slice(end, index);
      end = index + whole.length;
      if (code !== undefined) return [before, html`<code>${code}</code>`];
      return [before, hasPage(target) ? html`<a href="${target}">${label}</a>` : label];
    },
  );
  return html`${parts}${text.slice(end)}`;
}
