import { type CommonOptions, type Context, withApi } from '../context.js';
import { plain } from '../output/text.js';

/** Prints what a word finds: a result a line. */
export function search(context: Context, word: string, options: CommonOptions): Promise<void> {
  const { print, note } = context;
  return withApi(context, options, async (api) => {
    const {
      _embedded: embedded,
      more,
      missing,
    } = await api.get(`/search?${new URLSearchParams({ q: word }).toString()}`);
    for (const result of embedded?.['results'] ?? []) {
      const { kind, text, _links: links } = result;
      if (options.json) print(JSON.stringify(result));
      else print(plain(`${String(kind).padEnd(24)}  ${String(text)}  ${links?.['self']?.href ?? ''}`));
    }
    if (more === true) note('there are more');
    if (Array.isArray(missing) && missing.length > 0) note(`not searched in time: ${missing.join(', ')}`);
  });
}
