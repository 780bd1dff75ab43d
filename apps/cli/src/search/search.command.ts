import { type CommonOptions, type Context, withApi } from '../context.js';
import { askSearch, isWhole, requireWhole, resultsOf } from './ask-search.js';
import { jsonText, plain } from '../output/terminal-text.js';

export function search(context: Context, word: string, options: CommonOptions): Promise<void> {
  const { print, note } = context;
  return withApi(context, options, async (api) => {
    const answer = await askSearch(api, word, isWhole);
    for (const result of resultsOf(answer)) {
      const { kind, text, _links: links } = result;
      if (options.json) print(jsonText(result));
      else print(plain(`${String(kind).padEnd(24)}  ${String(text)}  ${links?.['self']?.href ?? ''}`));
    }
    if (answer['more'] === true) note('there are more');
    requireWhole(answer);
  });
}
