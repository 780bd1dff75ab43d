import type { Claim } from '@halyard/core';
import { BinaryArray } from '@halyard/persistence';
import type { EncodedAppend } from '../encoded-append.js';
import { NO_REVISION } from '../encoded-append.js';
import type { Namespace } from '../namespace.js';
import type { Outstanding, Pending } from '../outstanding.js';

const ARRAYS = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';

/** One round trip: the function of the migration `CreateEvents`. */
export const APPEND_EVENTS = {
  name: 'append-events',
  text: `SELECT base, outcomes, '{}'::integer[], now() FROM append_events(${ARRAYS}, '{}')`,
  rowMode: 'array',
} as const;

/** The same, behind the claims of the group and in their commit. */
export const appendUnderClaims = ({ name, parameterCount, values }: ClaimFunction) => ({
  statement: {
    name: `append-under-${name}`,
    text: `SELECT base, outcomes, lost, now() FROM ${name}(${parametersFrom(12, parameterCount)}) AS claimed (lost),
      LATERAL append_events(${ARRAYS}, lost)`,
    rowMode: 'array',
  } as const,
  values,
});

const parametersFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `$${first + n}`).join(', ');

/**
 * `base` stands before the group's first position; outcomes by append are given only where the group fell apart; `lost`
 * are the numbers of the appends whose claim is somebody else's. What was stored was so at the same moment.
 */
export type AppendEventsRow = [base: string, outcomes: (string | null)[] | null, lost: number[], recordedAt: Date];

/** A claim, and the number of the append in its group that is made under it. */
export interface ClaimOfAppend {
  readonly claim: Claim;
  readonly number: number;
}

/** Where claims are kept beside the streams: the function of the same schema that makes them. */
export interface ClaimFunction {
  /** Answers the numbers of the appends whose claim does not stand, as an array. */
  readonly name: string;
  readonly parameterCount: number;
  readonly values: (claims: readonly ClaimOfAppend[]) => readonly unknown[];
}

export const claimsOf = (group: readonly Pending[]): ClaimOfAppend[] =>
  group.flatMap(({ claim }, index) => (claim ? [{ claim, number: index + 1 }] : []));

/** The parameters of `append_events` for a group of appends. */
export function appendParameters(group: readonly Pending[], namespace: Namespace): Buffer[] {
  const parameters = new AppendParameters(namespace);
  parameters.add(group);
  return parameters.finish();
}

class AppendParameters {
  private readonly streams = new BinaryArray('text');
  private readonly revisions = new BinaryArray('integer');
  private readonly ids = new BinaryArray('uuid');
  private readonly types = new BinaryArray('text');
  private readonly data = new BinaryArray('text');
  private readonly metadata = new BinaryArray('text');
  private readonly ends = new BinaryArray('integer');
  private readonly afters = new BinaryArray('integer');
  private readonly afterEnds = new BinaryArray('integer');
  private readonly seenStreams = new BinaryArray('text');
  private readonly seenRevisions = new BinaryArray('integer');

  constructor(private readonly namespace: Namespace) {}

  add(group: readonly Pending[]): void {
    /** The revisions of the streams behind the appends so far. */
    const heads = new Map<string, number>();
    let end = 0;
    for (const { append } of group) {
      const { stream, expected, events } = append;
      // What an earlier append of the group writes needs no look: the group stands or falls as one.
      if (expected !== NO_REVISION && heads.get(stream) !== expected) {
        this.seenStreams.text(this.namespace.stored(stream));
        this.seenRevisions.integer(expected);
      }
      this.addEvents(append);
      heads.set(stream, expected + events.length);
      end += events.length;
      this.ends.integer(end);
    }
    this.addAfters(group);
  }

  /** In the order of the function's parameters. */
  finish(): Buffer[] {
    return [
      this.streams,
      this.revisions,
      this.ids,
      this.types,
      this.data,
      this.metadata,
      this.ends,
      this.afters,
      this.afterEnds,
      this.seenStreams,
      this.seenRevisions,
    ].map((parameter) => parameter.finish());
  }

  private addAfters(group: readonly Pending[]): void {
    const numbers = new Map<Outstanding, number>();
    let end = 0;
    for (const { submission, after } of group) {
      for (const predecessor of after) {
        const number = numbers.get(predecessor);
        // One of an earlier group: committed, or this one would not have come so far.
        if (number === undefined) continue;
        this.afters.integer(number);
        end += 1;
      }
      this.afterEnds.integer(end);
      numbers.set(submission, numbers.size + 1);
    }
  }

  private addEvents({ stream, expected, events }: EncodedAppend): void {
    const stored = this.namespace.stored(stream);
    let revision = expected;
    for (const { id, type, data, metadata } of events) {
      revision += 1;
      this.streams.text(stored);
      this.revisions.integer(revision);
      this.ids.uuid(id);
      this.types.text(type);
      this.data.text(data);
      this.metadata.text(metadata);
    }
  }
}
