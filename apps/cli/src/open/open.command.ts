import { canOpenBrowser, openBrowser } from '../browser.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { pathOf } from '../resource/get.js';
import { jsonText } from '../output/terminal-text.js';

export interface OpenOptions extends CommonOptions {
  readonly print?: boolean;
}

export function open(context: Context, pathOrId: string, options: OpenOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { baseUrl } = api.profile;
    const base = baseUrl.replace(/\/$/, '');
    const { pathname, search } = new URL(api.placeOf(await pathOf(api, pathOrId)), base);
    const address = `${base}/console${pathname}${search}`;
    const isShown = !options.print && canOpenBrowser(context.env);
    if (isShown) openBrowser(address);
    context.print(options.json ? jsonText({ address }) : address);
  });
}
