import type { ApiError } from '@halyard/client';
import type { Api } from '../api/api.js';
import type { Context } from '../context.js';
import { filtered } from '../resource/place.js';

/** How the positions of events went on after a restore: the last one before it, the first one after it, and when. */
export interface NumberRestart {
  readonly from: number;
  readonly to: number;
  readonly at: string;
}

/** The last restore after which the account's events went on with a gap in their positions. */
export async function restartedOf(api: Api): Promise<NumberRestart | undefined> {
  const { restarted } = await api.get(filtered('/events', { limit: '1' }));
  return restarted as NumberRestart | undefined;
}

/** After a restore, positions go on at a multiple of this. */
const MILLION = 1_000_000n;

/** The restore, if any, that lies between two positions. The API is asked only if a million lies between them. */
export async function restartBetween(api: Api, after: string, upTo: string): Promise<NumberRestart | undefined> {
  if (BigInt(after) / MILLION >= (BigInt(upTo) + 1n) / MILLION) return undefined;
  const restarted = await restartedOf(api);
  const isBetween = restarted && BigInt(after) < BigInt(restarted.to) - 1n && BigInt(upTo) >= BigInt(restarted.to) - 1n;
  return isBetween ? restarted : undefined;
}

/** How many events have the positions after one and up to another. */
export async function eventsBetween(api: Api, after: string, upTo: string): Promise<bigint> {
  const restarted = await restartBetween(api, after, upTo);
  const [from, to] = [BigInt(after), BigInt(upTo)];
  if (!restarted) return to - from;
  const last = BigInt(restarted.from);
  return to - BigInt(restarted.to) + 1n + (from < last ? last - from : 0n);
}

/** Says how numbers go on, in the words of the API. */
export const noteRestart = ({ note }: Context, { errors }: ApiError): void => note(errors[0]?.message ?? '');

/** The position after which a stream continues whose own place is lost: the last one before the restore. */
export async function lastBeforeRestore(api: Api): Promise<string | undefined> {
  const restarted = await restartedOf(api);
  return restarted && String(restarted.from);
}
