import { type Filled, requestOf, type Template, wayOf } from '@halyard/client';
import type { Api, Hal } from '../api/api.js';
import type { Ask, Context } from '../context.js';
import { CommandFailure, isApiError, wrongUsage } from '../exit-codes.js';
import { askFor } from '../form/ask.js';
import { curlOf } from '../form/curl.js';
import { bodyFrom, givenOf, type GivenValues } from '../form/given.js';
import { formText } from '../form/form-text.js';
import { fittingShape } from '../form/shape.js';
import { requireFields } from '../output/fields.js';
import { printCurl, printOutcome, type ShowOptions } from '../output/print.js';
import { jsonText } from '../output/terminal-text.js';
import { withLinks } from './links.js';

export interface WriteOptions extends ShowOptions {
  readonly set?: readonly string[];
  readonly file?: string;
  readonly form?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly idempotencyKey?: string;
}

/** The resource that offers a write, and the shapes that its body may have. */
export interface WriteOffer {
  /** The name of the write: that of its template, or `create`. */
  readonly action: string;
  readonly self: string;
  readonly shapes: readonly Template[];
}

type Request = ReturnType<typeof requestOf>;

/** Actions that take something away from somebody. */
const TAKING: ReadonlySet<string> = new Set([
  'cancel',
  'remove',
  'withdraw',
  'deactivate',
  'suspend',
  'rotate-secret',
  'erase',
  'skip',
  'swap',
]);

/** Fills in a template with the given values, and sends it. */
export async function write(context: Context, api: Api, offer: WriteOffer, options: WriteOptions): Promise<void> {
  const { print, note, ask } = context;
  const { set = [], file, form, dryRun, yes, idempotencyKey } = options;
  if (file !== undefined && set.length > 0) throw wrongUsage('--file has the whole body: --set can’t be used with it');
  const linked = (values: GivenValues): Promise<GivenValues> => withLinks(api, offer.shapes, values);
  const given = await linked(givenOf(set));
  const best = await fittingShape(offer.shapes, given);
  const { template } = best;
  if (form) return print(shownForm(context, template, options));
  if (options.fields) await requireFields(options.fields, api.routeOf(template.target ?? offer.self));
  const request = file === undefined ? await filledIn() : await sentAsGiven(file);
  const { method, path, ...sent } = request;
  if (dryRun) {
    const curl = curlOf({ method, url: path, ...sent, template, idempotencyKey }, api.profile);
    return printCurl(context, options, curl);
  }
  if (ask && !yes && (method === 'DELETE' || TAKING.has(offer.action))) await confirm(ask, api, offer);
  const answer = await api.request(method, path, {
    ...sent,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  const location = answer.headers.get('location');
  const hasBody = Object.keys(answer.body).length > 0;
  printOutcome(context, options, location, location === null || hasBody ? answer.body : await madeAt(api, location));

  async function filledIn(): Promise<Request> {
    if (best.filled) return requestFor(best.filled);
    if (!ask || yes) throw best.error ?? new Error('a template without a fault was not filled in');
    const again = await fittingShape([template], await askFor(template, given, { ask, note, linked }));
    if (again.filled) return requestFor(again.filled);
    throw again.error ?? new Error('a template without a fault was not filled in');
  }

  function requestFor(filled: Filled): Request {
    return requestOf(filled, filled.target ?? offer.self);
  }

  async function sentAsGiven(from: string): Promise<Request> {
    const { method, contentType } = wayOf(template);
    if (method === 'GET' || method === 'DELETE' || !/json$/.test(contentType))
      throw wrongUsage(`--file has JSON, and this form sends ${contentType} by ${method}: give its fields by --set`);
    const { text, isObject } = await bodyFrom(context, from);
    if (!isObject) throw wrongUsage(`${from} is not an object`);
    return { method, path: template.target ?? offer.self, contentType, body: text };
  }
}

/** On a terminal a table for people, else the properties as the API has them. */
function shownForm({ columns }: Context, template: Template, { json }: WriteOptions): string {
  if (columns !== undefined && !json) return formText(template, columns);
  return jsonText(template.properties ?? [], json ? undefined : 2);
}

async function confirm(ask: Ask, api: Api, { action, self }: WriteOffer): Promise<void> {
  const answer = await ask(`${action.replaceAll('-', ' ')} ${api.routeOf(self)}? (y/n): `);
  if (!/^y/i.test(answer)) throw new CommandFailure('nothing was sent');
}

/** The created resource, unless this user may create it but not read it. */
function madeAt(api: Api, location: string): Promise<Hal | null> {
  return api.get(location).catch((error: unknown) => {
    if (isApiError(error) && (error.status === 403 || error.status === 404)) return null;
    throw error;
  });
}
