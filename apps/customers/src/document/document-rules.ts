import {
  type DocumentSubject,
  type DocumentType,
  documentTypes,
  type documentTypesOf,
} from '@halyard/contracts/documents';
import type { FileFormat } from './file/file-check.js';

/** For one customer or one owner, including rejected documents (reference facts, section 2.10). */
export const DOCUMENTS_MAX = 4;

export type { DocumentSubject } from '@halyard/contracts/documents';

const pictures: readonly FileFormat[] = ['image/jpeg', 'image/png'];

interface TypeRule<About extends DocumentSubject> {
  readonly about: About;
  readonly formats: readonly FileFormat[];
}

type RulesAbout<About extends DocumentSubject> = Readonly<
  Record<(typeof documentTypesOf)[About][number], TypeRule<About>>
>;

/** Reference facts, section 3. */
export const documentRules: RulesAbout<'person'> & RulesAbout<'business'> = {
  passport: { about: 'person', formats: pictures },
  license: { about: 'person', formats: pictures },
  idCard: { about: 'person', formats: pictures },
  other: { about: 'business', formats: [...pictures, 'application/pdf'] },
};

/** The formats of a document that is asked for: of any type, or of the type that the client names. */
export const formatsFor = (wanted: readonly DocumentSubject[], type: string | undefined): readonly FileFormat[] =>
  documentTypes
    .filter((each) => (type === undefined || each === type) && wanted.includes(documentRules[each].about))
    .flatMap((each) => documentRules[each].formats);

export const isDocumentType = (text: string): text is DocumentType => documentTypes.some((type) => type === text);
