import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const css = readFileSync(join(import.meta.dirname, '..', '..', 'web', 'styles', 'tokens.css'), 'utf8');

/** The two values of each colour: on a light and on a dark ground. */
const colours = new Map(
  [...css.matchAll(/--([a-z-]{1,20}): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    [String(light), String(dark)] as const,
  ]),
);

/** The relative luminance that WCAG 2.2 defines. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

const TEXT = 4.5;
const CONTROL = 3;

it.each([
  ['text', ['page', 'canvas', 'panel'], TEXT],
  ['quiet', ['page', 'canvas', 'panel'], TEXT],
  ['accent', ['page', 'canvas', 'accent-panel'], TEXT],
  ['on-accent', ['accent'], TEXT],
  ['good', ['page', 'good-panel'], TEXT],
  ['bad', ['page', 'bad-panel'], TEXT],
  ['warn', ['page', 'warn-panel'], TEXT],
  ['edge', ['page'], CONTROL],
] as const)('%s can be read on %j, by day and by night', (name, grounds, least) => {
  for (const ground of grounds)
    for (const theme of [0, 1]) {
      const [front, back] = [colours.get(name)?.[theme], colours.get(ground)?.[theme]];
      expect(contrast(String(front), String(back))).toBeGreaterThanOrEqual(least);
    }
});
