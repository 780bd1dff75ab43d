/** The subjects that doctor looks at, in the order in which it tells of them. */
export const subjects = [
  'settings',
  'keys',
  'addresses',
  'database',
  'broker',
  'store',
  'clock',
  'disk',
  'certificates',
  'mail',
  'documents',
  'backup',
] as const;

export type Subject = (typeof subjects)[number];

/** A fault that doctor knows. Names in braces stand for what it found. */
export interface KnownFault {
  readonly subject: Subject;
  readonly message: string;
  readonly mend: string;
  /** The page that says more, as a path in the repository. */
  readonly help: string;
}
