import type { DocumentFailureReason } from '@halyard/contracts';

/** The reasons for which the sandbox rejects a document; empty when it accepts it. */
export type SandboxOutcome = readonly DocumentFailureReason[];

interface Sample {
  /** For the file name. */
  readonly pattern: RegExp;
  readonly outcome: SandboxOutcome;
}

const NAME_LENGTH_MAX = 50;

/** Files that the sandbox decides on at once (reference facts, section 3). On all others an operator decides. */
const samples: readonly Sample[] = [
  { pattern: /^test-document-upload-success\.(?:png|jpg)$/, outcome: [] },
  { pattern: /^test-document-upload-fail\.[a-z]{3,4}$/, outcome: ['ScanNotReadable'] },
];

export const sandboxOutcome = (fileName: string): SandboxOutcome | undefined =>
  samples.find(({ pattern }) => fileName.length <= NAME_LENGTH_MAX && pattern.test(fileName))?.outcome;
