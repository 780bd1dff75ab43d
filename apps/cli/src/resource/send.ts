import { type CommonOptions, type Context, withApi } from '../context.js';
import { curlOf } from '../form/curl.js';
import { bodyFrom } from '../form/given.js';
import { printCurl } from '../output/print.js';
import { resourceText } from '../output/text.js';
import { escaped, jsonText } from '../output/terminal-text.js';

interface SendOptions extends CommonOptions {
  readonly file?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly accept?: string;
}

/** Sends a request unchanged, and prints the answer. */
export function send(
  context: Context,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: SendOptions,
): Promise<void> {
  const { file, dryRun, idempotencyKey, accept, json } = options;
  return withApi(context, options, async (api) => {
    const sent =
      file === undefined ? {} : { body: (await bodyFrom(context, file)).text, contentType: 'application/json' };
    if (dryRun) {
      const url = path.startsWith('/') ? `${api.profile.baseUrl}${path}` : path;
      return printCurl(context, options, curlOf({ method, url, ...sent, idempotencyKey }, api.profile));
    }
    const answer = await api.request(method, path, {
      ...sent,
      ...(accept !== undefined && { accept }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const location = answer.headers.get('location');
    if (location !== null) return context.print(json ? jsonText({ location }) : location);
    const isObject = Object.keys(answer.body).length > 0;
    if (isObject) return context.print(json ? jsonText(answer.body) : resourceText(answer.body));
    // With --json every line is JSON: text of another kind is printed as a string.
    const { text } = answer;
    if (text !== '') context.print(isJson(text) ? escaped(text) : json ? jsonText(text) : text.replace(/\n$/, ''));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return !text.includes('\n');
  } catch {
    return false;
  }
}
