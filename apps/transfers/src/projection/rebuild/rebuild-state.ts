import type { Differences, Rebuild, UntakenEvent } from '@halyard/messaging';

/** A rebuild as it is stored. Big numbers are texts. */
export interface RebuildRow {
  readonly begun: Date;
  readonly events: string;
  /** The position of the copy, and of the model that serves. */
  readonly position: string;
  readonly served: string;
  readonly rate: number;
  readonly stopped_at: UntakenEvent | null;
  readonly differences: Differences | null;
  readonly is_wanted: boolean;
}

export function rebuildOf(row: RebuildRow): Rebuild {
  const { begun, stopped_at: stoppedAt, differences } = row;
  const state = stateOf(row);
  const events = Number(row.events);
  const of = eventsOf(row);
  const perSecond = Math.round(row.rate);
  return {
    ...{ state, begun, events, of, perSecond },
    ...(state === 'filling' && perSecond > 0 && { secondsLeft: Math.ceil((of - events) / perSecond) }),
    ...(state === 'stopped' && stoppedAt && { stoppedAt }),
    ...(differences && differences.rows > 0 && { differences }),
  };
}

function stateOf({ stopped_at, differences, is_wanted, position, served }: RebuildRow): Rebuild['state'] {
  if (stopped_at) return 'stopped';
  if (differences && differences.rows > 0 && !is_wanted) return 'differs';
  return BigInt(position) >= BigInt(served) ? 'level' : 'filling';
}

/**
 * The number of all its events: exact once it is level. Before, it is estimated from the part that it has taken,
 * because the positions of some stores count bytes.
 */
function eventsOf({ events, position, served }: RebuildRow): number {
  const [taken, from, to] = [events, position, served].map(Number) as [number, number, number];
  return from === 0 || from >= to ? taken : Math.round((taken * to) / from);
}
