import { type DocumentType, documentTypes } from '@halyard/contracts';
import type { FileFormat } from './file/file-check.js';

/** Documents of one customer, or of one owner, rejected ones among them (reference facts, section 2.10). */
export const DOCUMENTS_MAX = 4;

/** Whom a document is about. */
export type Subject = 'person' | 'business';

const pictures: readonly FileFormat[] = ['image/jpeg', 'image/png'];

interface TypeRule {
  /** Whom it says something of. */
  readonly about: Subject;
  readonly formats: readonly FileFormat[];
}

/** What each type of document is for, and may be (reference facts, section 3). */
export const documentRules: Readonly<Record<DocumentType, TypeRule>> = {
  passport: { about: 'person', formats: pictures },
  license: { about: 'person', formats: pictures },
  idCard: { about: 'person', formats: pictures },
  other: { about: 'business', formats: [...pictures, 'application/pdf'] },
};

export const isDocumentType = (text: string): text is DocumentType => documentTypes.some((type) => type === text);
