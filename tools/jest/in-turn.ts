import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** The number of other specs after each spec of the whole suite. */
const OTHERS = 6;

/**
 * Specs of the whole suite wait for other processes and take longest; the others compute. Mixed in turn they keep all
 * cores busy, and no long one is left for the end, even when jest does not know yet how long each takes.
 */
export function inTurn<Spec>(specs: readonly Spec[], isOfSuite: (spec: Spec) => boolean): Spec[] {
  const others = specs.filter((spec) => !isOfSuite(spec));
  const both = specs.filter(isOfSuite).flatMap((spec) => [spec, ...others.splice(0, OTHERS)]);
  return [...both, ...others];
}

/** Those that repeat something before all others, so that none of the longest is left for the end of a long run. */
export function repeatingFirst<Spec>(specs: readonly Spec[], repeats: (spec: Spec) => boolean): Spec[] {
  return [...specs.filter(repeats), ...specs.filter((spec) => !repeats(spec))];
}

/** In an order that follows from a seed and the names alone: none of the files may rest on another. */
export const shuffled = <Spec extends { readonly path: string }>(specs: readonly Spec[], seed: string): Spec[] => {
  const rank = ({ path }: Spec): string =>
    createHash('sha256')
      .update(`${seed} ${relative(process.cwd(), path)}`)
      .digest('hex');
  return [...specs].sort((left, right) => rank(left).localeCompare(rank(right)));
};
