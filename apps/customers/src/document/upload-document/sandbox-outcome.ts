import type { DocumentFailureReason } from '@halyard/contracts/documents';

/** Reasons for which the sandbox rejects a document; empty if it accepts it. */
export type SandboxOutcome = readonly DocumentFailureReason[];

interface Sample {
  /** Matches the file name. */
  readonly pattern: RegExp;
  readonly outcome: SandboxOutcome;
}

const NAME_LENGTH_MAX = 50;

/** The sandbox decides on these files at once (reference facts, section 3). An operator decides on all others. */
const samples: readonly Sample[] = [
  { pattern: /^test-document-upload-success\.(?:png|jpg)$/, outcome: [] },
  { pattern: /^test-document-upload-fail\.[a-z]{3,4}$/, outcome: ['ScanNotReadable'] },
];

export const sandboxOutcome = (fileName: string): SandboxOutcome | undefined =>
  samples.find(({ pattern }) => fileName.length <= NAME_LENGTH_MAX && pattern.test(fileName))?.outcome;
