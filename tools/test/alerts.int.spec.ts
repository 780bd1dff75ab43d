import { describe, expect, it } from '@jest/globals';
import { alertsDiffer, missingPromtool, titleWithPromtool } from '@halyard/testing/promtool';
import { join } from 'node:path';
import { alertCases } from './support/alert-cases.ts';
import { alerts, RULES } from './support/monitoring.ts';
import { root } from './support/yaml.ts';

const rules = join(root, RULES);

it('has cases of every alert', () =>
  expect(Object.keys(alertCases).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted()));

(missingPromtool === undefined ? describe : describe.skip)(titleWithPromtool('alerts over samples'), () => {
  const fires = Object.entries(alertCases).flatMap(([alert, { fires: all }]) =>
    Object.entries(all).map(([when, observed]) => [alert, when, observed] as const),
  );
  const quiet = Object.entries(alertCases).flatMap(([alert, { quiet: all }]) =>
    Object.entries(all).map(([when, observed]) => [alert, when, observed] as const),
  );

  it.each(fires)('%s fires, and no other, when %s', (alert, _, observed) =>
    expect(alertsDiffer(rules, observed, [alert])).toBe(''),
  );

  it.each(quiet)('%s does not fire, nor any other, when %s', (_alert, _when, observed) =>
    expect(alertsDiffer(rules, observed, [])).toBe(''),
  );
});
