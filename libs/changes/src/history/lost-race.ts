import { driverErrorOf } from '@halyard/persistence';

/** Whether another transaction was first. A retry can then succeed. */
export function lostRace(error: unknown): boolean {
  const { code, constraint } = driverErrorOf(error);
  return constraint === 'history_key_sequence' || code === '40001' || code === '40P01';
}
