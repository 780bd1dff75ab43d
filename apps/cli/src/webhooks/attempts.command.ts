import { type CommonOptions, type Context, withApi } from '../context.js';
import { summaryOf } from '../output/text.js';
import { idIn } from '../resource/place.js';
import { jsonText } from '../output/terminal-text.js';

export function printAttempts(context: Context, idOrAddress: string, options: CommonOptions): Promise<void> {
  return withApi(context, options, async (api) => {
    const { attempts } = await api.client.get('/webhooks/{id}', {
      path: { id: idIn(idOrAddress) },
      signal: api.signal,
    });
    for (const attempt of attempts) {
      const { id: attemptId, request, response, error, durationMs } = attempt;
      const said = response?.statusCode ?? error ?? 'no answer';
      const told = { at: request.timestamp, said, durationMs, url: request.url, id: attemptId };
      context.print(options.json ? jsonText(attempt) : summaryOf(told));
    }
    if (attempts.length === 0) context.note('no attempt was made yet');
  });
}
