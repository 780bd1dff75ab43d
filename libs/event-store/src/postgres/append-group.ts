import type { Claim } from '@halyard/core';
import { BinaryArray } from '@halyard/persistence';
import type { EncodedAppend } from '../encoded-append.js';
import { NO_REVISION } from '../encoded-append.js';
import type { Namespace } from '../namespace.js';
import type { OutstandingSubmission, PendingAppend } from '../outstanding.js';

const ARRAYS = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';

/** Calls the function that the migration `CreateEvents` makes. */
export const APPEND_EVENTS = {
  name: 'append-events',
  text: `SELECT base, outcomes, '{}'::integer[], now() FROM append_events(${ARRAYS}, '{}')`,
  rowMode: 'array',
} as const;

/** Makes the claims of a group and then appends it, in one commit. */
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
 * The answer to an appended group. `base` is the position before the group's first one. There are outcomes only if some
 * append failed or was a repeat. `lost` has the numbers of the appends whose claim somebody else holds. Everything
 * stored has the same time.
 */
export type AppendEventsRow = [base: string, outcomes: (string | null)[] | null, lost: number[], recordedAt: Date];

/** A claim, with the number of the append that needs it. */
export interface ClaimOfAppend {
  readonly claim: Claim;
  readonly number: number;
}

/** The function that makes claims, if they are stored beside the streams. It is in the same schema. */
export interface ClaimFunction {
  /** Name of the function. It answers an array with the numbers of the appends whose claim does not hold. */
  readonly name: string;
  readonly parameterCount: number;
  readonly values: (claims: readonly ClaimOfAppend[]) => readonly unknown[];
}

export const claimsOf = (group: readonly PendingAppend[]): ClaimOfAppend[] =>
  group.flatMap(({ claim }, index) => (claim ? [{ claim, number: index + 1 }] : []));

export function appendParameters(group: readonly PendingAppend[], namespace: Namespace): Buffer[] {
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

  add(group: readonly PendingAppend[]): void {
    const heads = new Map<string, number>();
    let end = 0;
    for (const { append } of group) {
      const { stream, expected, events } = append;
      // The group is stored as a whole or not at all, so revisions that it writes itself need no check.
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

  /** The parameters of the function, in their order. */
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

  private addAfters(group: readonly PendingAppend[]): void {
    const numbers = new Map<OutstandingSubmission, number>();
    let end = 0;
    for (const { submission, after } of group) {
      for (const predecessor of after) {
        const number = numbers.get(predecessor);
        // The submission is of an earlier group. It is committed: otherwise this append would not have come here.
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
