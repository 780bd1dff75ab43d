import type { ServiceName } from '@halyard/contracts';
import { type FaultName, faults } from './faults/index.js';

/** A fault of this installation, in sentences for people. */
export interface Finding {
  /** The name of the fault. It stays the same from release to release. */
  readonly check: FaultName;
  readonly service?: ServiceName;
  readonly message: string;
  readonly mend: string;
  readonly help: string;
}

/** The names in braces of a sentence. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;

type BlanksOf<Name extends FaultName> = Blanks<(typeof faults)[Name]['message'] | (typeof faults)[Name]['mend']>;

/** Fills the sentences of a fault. @param found what stands in place of the names in braces */
export function findingOf<Name extends FaultName>(
  check: Name,
  found: Readonly<Record<BlanksOf<Name>, string | number>>,
  service?: ServiceName,
): Finding {
  const values = new Map<string, unknown>(Object.entries(found));
  const fill = (sentence: string): string =>
    sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
  const { message, mend, help } = faults[check];
  return { check, ...(service !== undefined && { service }), message: fill(message), mend: fill(mend), help };
}
