import type { DocumentFailureReason } from '@halyard/contracts';

/** What the sandbox rejects a document for; nothing if it accepts it. */
export type SandboxOutcome = readonly DocumentFailureReason[];

interface Sample {
  /** Of its name. */
  readonly pattern: RegExp;
  readonly outcome: SandboxOutcome;
}

const NAME_LENGTH_MAX = 50;

/** The samples that are decided at once (reference facts, section 3). Of every other file an operator decides. */
const samples: readonly Sample[] = [
  { pattern: /^test-document-upload-success\.(?:png|jpg)$/, outcome: [] },
  { pattern: /^test-document-upload-fail\.[a-z]{3,4}$/, outcome: ['ScanNotReadable'] },
];

export const sandboxOutcome = (fileName: string): SandboxOutcome | undefined =>
  samples.find(({ pattern }) => fileName.length <= NAME_LENGTH_MAX && pattern.test(fileName))?.outcome;
