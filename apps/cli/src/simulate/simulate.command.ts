import { type CommonOptions, type Context, withApi } from '../context.js';
import { wrongUsage } from '../failure.js';
import { resourceText } from '../output/text.js';
import { placeOf } from '../resource/place.js';
import { jsonText } from '../output/terminal-text.js';

export interface SimulateOptions extends CommonOptions {
  readonly transfer?: string;
  readonly return?: string;
  readonly late?: boolean;
}

/** Has the simulated banks do what is pending, or one of them process or return a transfer. */
export async function simulate(context: Context, options: SimulateOptions): Promise<void> {
  const { transfer, return: code, late, json } = options;
  if (transfer === undefined && (code !== undefined || late))
    throw wrongUsage('--return and --late need --transfer ID');
  if (late && code === undefined) throw wrongUsage('--late needs --return CODE');
  await withApi(context, options, async (api) => {
    const answer = await (transfer === undefined
      ? api.post('/sandbox-simulations')
      : api.post(placeOf('/transfers/{id}/simulation', transfer), simulationOf(code, late)));
    context.print(json ? jsonText(answer) : resourceText(answer));
  });
}

function simulationOf(code: string | undefined, late: boolean | undefined): object {
  if (code === undefined) return { action: 'process' };
  return { action: late ? 'lateReturn' : 'fail', code };
}
