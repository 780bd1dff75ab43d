import { setTimeout as delay } from 'node:timers/promises';
import type { HalClient } from '@halyard/suite/client';
import type { SuiteProcess } from '@halyard/e2e/suite-process';
import { line } from './report.ts';

const WAIT_MS = 60_000;
const PAUSE_MS = 100;

/** How far the readers of streams and bus are behind, according to the metrics. */
async function behind(metricsUrls: readonly string[]): Promise<number> {
  const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  const lags = texts.flatMap((text) => [
    ...text.matchAll(/^halyard_\w*_lag_(?:events|positions)(?:\{[^}]*\})? (\S+)$/gm),
  ]);
  if (lags.length === 0) throw new Error('the metrics tell no lag');
  return lags.reduce((sum, [, lag]) => sum + Number(lag), 0);
}

/**
 * Waits until lists, ledger and public events have caught up after a load. @returns a line that says how long it took
 */
export async function drainedLine(suite: SuiteProcess, client: HalClient): Promise<string> {
  const urls = await suite.metricsUrls();
  const ended = performance.now();
  // Checks twice in a row, because a read model may not yet know of something that another model has just taken.
  for (let idle = 0; idle < 2;) {
    idle = (await behind(urls)) === 0 ? idle + 1 : 0;
    if (performance.now() - ended > WAIT_MS) return line('drained', `NOT after ${WAIT_MS / 1_000} s`);
    if (idle < 2) await delay(PAUSE_MS);
  }
  const took = (performance.now() - ended) / 1_000;
  const { body } = await client.get('/ledger/trial-balance');
  const trial = body['balanced'] === true ? 'balanced' : 'NOT BALANCED';
  return line('drained', `${took.toFixed(1)} s after the last answer; trial balance ${trial}`);
}
