import { type Context, withApi } from '../context.js';
import { curlOf } from '../form/curl.js';
import { requireFields } from '../output/fields.js';
import { printAnswer, printCurl, type ShowOptions } from '../output/print.js';
import { idIn } from '../resource/place.js';

export interface RequestGetOptions extends ShowOptions {
  readonly curl?: boolean;
}

/**
 * Prints a logged request, or the command that sends it again. The command repeats the request's idempotency key, and
 * has `[kind]` for replaced values.
 */
export function getRequest(context: Context, idOrAddress: string, options: RequestGetOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    await requireFields(options.fields, '/requests/{id}');
    const logged = await api.client.get('/requests/{id}', { path: { id: idIn(idOrAddress) }, signal: api.signal });
    if (!options.curl) return printAnswer(context, api, { ...logged, _links: { ...logged._links } }, options);
    const { method, path, request, _links: links } = logged;
    const key = links['idempotency-key']?.href;
    const command = curlOf(
      {
        method,
        url: path,
        body: request?.body,
        idempotencyKey: key === undefined ? undefined : decodeURIComponent(idIn(key)),
      },
      api.profile,
    );
    printCurl(context, options, command);
  });
}
