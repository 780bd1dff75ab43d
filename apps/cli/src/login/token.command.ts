import { type CommonOptions, type Context, withApi } from '../context.js';
import { jsonText } from '../output/terminal-text.js';
import { untilAborted } from '../until-aborted.js';

/** Prints an access token that is valid now, and nothing else. */
export function printToken(context: Context, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const token = await untilAborted(api.accessToken(), api.signal);
    context.print(options.json ? jsonText({ token }) : token);
  });
}
