import { type DocumentType, documentTypes } from '@halyard/contracts';
import type { FileFormat } from './file/file-check.js';

/** Limit of documents for one customer or one owner, including rejected ones (reference facts, section 2.10). */
export const DOCUMENTS_MAX = 4;

/** The subject of a document. */
export type DocumentSubject = 'person' | 'business';

const pictures: readonly FileFormat[] = ['image/jpeg', 'image/png'];

interface TypeRule {
  /** The subject that it identifies. */
  readonly about: DocumentSubject;
  readonly formats: readonly FileFormat[];
}

/** The subject and the file formats of each type of document (reference facts, section 3). */
export const documentRules: Readonly<Record<DocumentType, TypeRule>> = {
  passport: { about: 'person', formats: pictures },
  license: { about: 'person', formats: pictures },
  idCard: { about: 'person', formats: pictures },
  other: { about: 'business', formats: [...pictures, 'application/pdf'] },
};

/** The formats of a file that may be one of the documents asked for: of any type, or of the one that the client names. */
export const formatsFor = (wanted: readonly DocumentSubject[], type: string | undefined): readonly FileFormat[] =>
  documentTypes
    .filter((each) => (type === undefined || each === type) && wanted.includes(documentRules[each].about))
    .flatMap((each) => documentRules[each].formats);

export const isDocumentType = (text: string): text is DocumentType => documentTypes.some((type) => type === text);
