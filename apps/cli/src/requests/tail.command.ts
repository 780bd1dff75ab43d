import type { ApiError } from '@halyard/client';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { watchConnection } from '../events/connection-watch.js';
import { noteRestart } from '../events/restarted.js';
import { jsonText, plain } from '../output/terminal-text.js';

export interface RequestsTailOptions extends CommonOptions {
  readonly by: 'application' | 'person' | 'all';
  readonly status?: readonly string[];
  readonly method?: readonly string[];
  readonly count?: number;
}

interface LoggedRequest {
  readonly created: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly durationMs: number;
  readonly who: { readonly application: { readonly name: string } };
  readonly id: string;
}

const lineOf = ({ created, status, method, path, durationMs, who, id }: LoggedRequest): string =>
  plain(`${created}  ${status} ${method.padEnd(6)} ${path}  ${durationMs} ms  ${who.application.name}  ${id}`);

export function tailRequests(context: Context, options: RequestsTailOptions): Promise<void> {
  const { print } = context;
  const { by, status = [], method = [], count = Number.POSITIVE_INFINITY, json } = options;
  return withApi(context, options, async (api) => {
    const { signal, onPause, onPosition } = watchConnection(context, api, options);
    let left = count;
    const onRestart = (refusal: ApiError): undefined => {
      noteRestart(context, refusal);
    };
    const filters = { by, status, method };
    for await (const { request } of api.client.requests({ ...filters, signal, onPause, onPosition, onRestart })) {
      onPosition();
      print(json ? jsonText(request) : lineOf(request));
      left -= 1;
      if (left <= 0) return;
    }
  });
}
