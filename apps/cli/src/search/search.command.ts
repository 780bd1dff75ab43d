import { setTimeout as delay } from 'node:timers/promises';
import type { Api, Hal } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { CommandFailure, exits } from '../failure.js';
import { plain } from '../output/text.js';

/** An owner that did not answer in time is asked again, so long. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 200;

async function found(api: Api, word: string): Promise<Hal> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await api.get(`/search?${new URLSearchParams({ q: word }).toString()}`);
    if (missingOf(answer).length === 0 || performance.now() > endsAt) return answer;
    await delay(PAUSE_MS, undefined, { signal: api.ended });
  }
}

const missingOf = ({ missing }: Hal): readonly unknown[] => (Array.isArray(missing) ? missing : []);

/** Prints what a word finds: a result a line. */
export function search(context: Context, word: string, options: CommonOptions): Promise<void> {
  const { print, note } = context;
  return withApi(context, options, async (api) => {
    const answer = await found(api, word);
    for (const result of answer._embedded?.['results'] ?? []) {
      const { kind, text, _links: links } = result;
      if (options.json) print(JSON.stringify(result));
      else print(plain(`${String(kind).padEnd(24)}  ${String(text)}  ${links?.['self']?.href ?? ''}`));
    }
    if (answer['more'] === true) note('there are more');
    const missing = missingOf(answer);
    if (missing.length > 0) throw new CommandFailure(`not searched in time: ${missing.join(', ')}`, exits.unreachable);
  });
}
