import { type CommonOptions, type Context, withApi } from '../context.js';
import { curlOf } from '../form/curl.js';
import { bodyFrom } from '../form/given.js';
import { printCurl, printText } from '../output/print.js';
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
      const request = { method, url: path, accept, ...sent, idempotencyKey };
      return printCurl(context, options, curlOf(request, api.profile));
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
    const { text } = answer;
    if (text === '') return;
    if (isJson(text)) context.print(escaped(text));
    else printText(context, text, options);
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
