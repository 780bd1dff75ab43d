import { type RevocationKind, revocationKinds } from '@halyard/contracts';
import { deriveId, isId } from '@halyard/core';
import type { Name } from './revocation-table.js';

/** What a token names, by kind; what it does not name is absent. */
export type Named = { readonly [Kind in RevocationKind]?: string | undefined };

/** What is known of a token, or of a client with key and secret, to find out whether it has ended. */
export interface Mark {
  readonly names: readonly (readonly [kind: RevocationKind, id: string, name: Name])[];
  readonly issuedAtMs: number;
  /** How far the list of what ended had come when the token was last compared with it. */
  comparedWith: number;
}

export function markOf(named: Named, issuedAtMs: number): Mark {
  const names = revocationKinds.flatMap((kind) => {
    const id = named[kind];
    return id === undefined ? [] : [[kind, id, nameOf(kind, id)] as const];
  });
  return { names, issuedAtMs, comparedWith: -1 };
}

/** Ids are UUIDs but for those of keys; the same id of two kinds has two names. */
export function nameOf(kind: RevocationKind, id: string): Name {
  const hex = (isId(id) ? id : deriveId('revocation', id)).replaceAll('-', '');
  const word = (at: number): number => Number.parseInt(hex.slice(at, at + 8), 16);
  return [(word(0) ^ (revocationKinds.indexOf(kind) + 1)) >>> 0, word(8), word(16), word(24)];
}
