import { type RevocationKind, revocationKinds } from '@halyard/contracts/authorization';
import { deriveId, isId } from '@halyard/core';
import type { Name } from './revocation-table.js';

export type RevocableIds = { readonly [Kind in RevocationKind]?: string | undefined };

export interface Mark {
  readonly names: readonly (readonly [kind: RevocationKind, id: string, name: Name])[];
  readonly issuedAtMs: number;
  /** The version of the revocation list with which the token was last compared. */
  comparedWith: number;
}

export function markOf(named: RevocableIds, issuedAtMs: number): Mark {
  const names = revocationKinds.flatMap((kind) => {
    const id = named[kind];
    return id === undefined ? [] : [[kind, id, nameOf(kind, id)] as const];
  });
  return { names, issuedAtMs, comparedWith: -1 };
}

/** Ids are UUIDs, except for the ids of keys. The same id of two kinds has two names. */
export function nameOf(kind: RevocationKind, id: string): Name {
  const hex = (isId(id) ? id : deriveId('revocation', id)).replaceAll('-', '');
  const word = (at: number): number => Number.parseInt(hex.slice(at, at + 8), 16);
  return [(word(0) ^ (revocationKinds.indexOf(kind) + 1)) >>> 0, word(8), word(16), word(24)];
}
