import { setTimeout as delay } from 'node:timers/promises';
import { timelineKinds } from '@halyard/core/timeline-kinds';
import type { Api, Hal } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { summaryOf } from '../output/text.js';
import { filtered, placeOf } from '../resource/place.js';
import { jsonText, plain } from '../output/terminal-text.js';

export interface TimelineOptions extends CommonOptions {
  readonly follow?: boolean;
}

const PAGE = '200';
const PAUSE_MS = 1_000;
/** A service records what happens at once within this time. */
const AT_ONCE_MS = 2_000;

/** The entries of a timeline, causes before their effects. */
async function* entriesOf(api: Api, path: string): AsyncGenerator<Hal> {
  for (let next: string | undefined = filtered(path, { limit: PAGE }); next !== undefined;) {
    const page: Hal = await api.get(next);
    yield* page._embedded?.['entries'] ?? [];
    next = page._links?.['next']?.href;
  }
}

/** Whether an entry was recorded when it happened, by the system's time. */
const isAtOnce = (at: unknown, recorded: unknown): boolean =>
  Math.abs(Date.parse(String(recorded)) - Date.parse(String(at))) <= AT_ONCE_MS;

/** Shows an entry below its cause. */
class Tree {
  private readonly depths = new Map<unknown, number>();

  lineOf({ id, cause, at, recorded, kind, trace: _, ...rest }: Hal): string {
    const depth = cause === undefined ? 0 : (this.depths.get(cause) ?? 0) + 1;
    this.depths.set(id, depth);
    const name = timelineKinds[String(kind)] ?? String(kind);
    const line = `${String(at)}  ${'  '.repeat(depth)}${name}  ${summaryOf(rest)}`;
    return plain(isAtOnce(at, recorded) ? line : `${line}  (recorded ${String(recorded)})`);
  }
}

/** Prints a tree, or with `--json` one entry a line. With `--follow` prints new entries too, until it is stopped. */
export function timeline(context: Context, path: string, id: string, options: TimelineOptions): Promise<void> {
  const { print, note, signal } = context;
  return withApi(context, options, async (api) => {
    const place = placeOf(path, id);
    const tree = new Tree();
    const seen = new Set<unknown>();
    do {
      for await (const entry of entriesOf(api, place)) {
        if (seen.has(entry.id)) continue;
        seen.add(entry.id);
        print(options.json ? jsonText(entry) : tree.lineOf(entry));
      }
      if (options.follow) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    } while (options.follow && !signal.aborted);
    if (seen.size === 0) note('nothing is told of it');
  });
}
