import { createHash } from 'node:crypto';
import { AREAS, type Source } from './areas.ts';
import { changesOf } from './changes.ts';
import { type Fault, faultOf } from './fault.ts';

export const SEED = 25;
export const COUNT = 20;

/** A fault that is not drawn, with the reason: nobody can observe it, or the compiler refuses it. */
export interface ExcludedFault extends Pick<Fault, 'file' | 'before' | 'after'> {
  readonly reason: string;
}

const keyOf = ({ file, before, after }: Pick<Fault, 'file' | 'before' | 'after'>): string =>
  JSON.stringify([file, before, after]);

/**
 * Orders faults by chance. The rank of a fault does not depend on other faults, so that an exclusion only lets the next
 * fault in.
 */
const rankOf = (seed: number, fault: Fault): string =>
  createHash('sha256')
    .update(`${seed} ${keyOf(fault)}`)
    .digest('hex');

/** All faults that can be made in sources, in the order of their ranks. */
function rankedFaults(sources: readonly Source[], seed: number): Fault[] {
  return sources
    .flatMap(({ area, file, text }) => changesOf(file, text).map((change) => faultOf(area, file, text, change)))
    .map((fault) => ({ fault, rank: rankOf(seed, fault) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ fault }) => fault);
}

/** Draws faults by a seed: one from each area in turn, and at most one from a file. */
export function draw(
  sources: readonly Source[],
  excluded: readonly ExcludedFault[],
  { seed = SEED, count = COUNT } = {},
): Fault[] {
  const refused = new Set(excluded.map(keyOf));
  const left = rankedFaults(sources, seed).filter((fault) => !refused.has(keyOf(fault)));
  const drawn: Fault[] = [];
  const next = (area: string): Fault | undefined =>
    left.find((fault) => fault.area === area && !drawn.some(({ file }) => file === fault.file));
  while (drawn.length < count) {
    const round = AREAS.flatMap((area) => next(area) ?? []);
    if (round.length === 0) throw new Error(`there are only ${drawn.length} files to draw from`);
    drawn.push(...round.slice(0, count - drawn.length));
  }
  return drawn;
}
