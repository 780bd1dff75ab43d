import { type CommonOptions, type Context, withApi } from '../context.js';
import { wrongUsage } from '../exit-codes.js';
import type { Api, Hal } from '../api/api.js';
import { givenOf } from '../form/given.js';
import { fittingShape } from '../form/shape.js';
import { offerAt } from '../resource/do.js';
import { requestOf } from '@halyard/client';
import { resourceText } from '../output/text.js';
import { placeOf } from '../resource/place.js';
import { jsonText } from '../output/terminal-text.js';

export interface SimulateOptions extends CommonOptions {
  readonly transfer?: string;
  readonly return?: string;
  readonly late?: boolean;
}

/** Makes the simulated banks process everything pending, or one of them process or return a transfer. */
export async function simulate(context: Context, options: SimulateOptions): Promise<void> {
  const { transfer, return: code, late, json } = options;
  if (transfer === undefined && (code !== undefined || late))
    throw wrongUsage('--return and --late need --transfer ID');
  if (late && code === undefined) throw wrongUsage('--late needs --return CODE');
  await withApi(context, options, async (api) => {
    const answer = await (transfer === undefined
      ? api.post('/sandbox-simulations')
      : simulateTransfer(api, placeOf('/transfers/{id}', transfer), settingsOf(code, late)));
    context.print(json ? jsonText(answer) : resourceText(answer));
  });
}

function settingsOf(code: string | undefined, late: boolean | undefined): readonly string[] {
  if (code === undefined) return ['action=process'];
  return [`action=${late ? 'lateReturn' : 'fail'}`, `code=${code}`];
}

/** Simulates by the transfer's form, which knows the codes. It sends nothing that the form refuses. */
async function simulateTransfer(api: Api, path: string, settings: readonly string[]): Promise<Hal> {
  const offer = await offerAt(api, path, 'simulate');
  const { filled, error } = await fittingShape(offer.shapes, givenOf(settings));
  if (!filled) throw error ?? new Error('a template without a fault was not filled in');
  const { method, path: target, ...sent } = requestOf(filled, filled.target ?? offer.self);
  return (await api.request(method, target, sent)).body;
}
