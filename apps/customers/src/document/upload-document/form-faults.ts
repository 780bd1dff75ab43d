import type { DocumentType } from '@halyard/contracts/documents';
import { type Fault, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import { documentRules, isDocumentType } from '../document-rules.js';
import type { DocumentParty } from '../party/document-party.js';
import type { DocumentForm } from './read-form.js';
import type { RefusedFile, StoredFile } from './store-file.js';

export interface WholeForm {
  readonly type: DocumentType;
  readonly file: StoredFile;
}

const invalidFile = (message: string): Fault => ({ code: 'Invalid', message, path: '/file' });

/** @throws DomainError ValidationError with every fault */
export function requireWhole({ documentTypes, taken, fileCount }: DocumentForm<StoredFile | RefusedFile>): WholeForm {
  const faults: Fault[] = [];
  const type = typeOf(documentTypes, faults);
  if (!taken) faults.push(usualFault('Required', '/file'));
  else if (fileCount > 1) faults.push(invalidFile('File invalid: one is taken at a time.'));
  else if ('problem' in taken) faults.push(invalidFile(taken.problem));
  else if (type && !documentRules[type].formats.includes(taken.format)) {
    faults.push(invalidFile(`File invalid: ${type} takes ${documentRules[type].formats.join(', ')}.`));
  }
  if (!type || !taken || 'problem' in taken || faults.length > 0) throw validationError(...faults);
  return { type, file: taken };
}

function typeOf(given: readonly string[], faults: Fault[]): DocumentType | undefined {
  const [type, ...more] = given;
  if (!type && more.length === 0) faults.push(usualFault('Required', '/documentType'));
  else if (!type || more.length > 0 || !isDocumentType(type)) {
    faults.push(usualFault('Invalid', '/documentType', `Allowed: ${Object.keys(documentRules).join(', ')}.`));
  } else return type;
  return undefined;
}

/**
 * If no such document was asked for when the file came, the file was not examined.
 *
 * @throws DomainError ValidationError unless the party is, and was, asked for documents of this type
 */
export function requireWanted({ type, file }: WholeForm, { wanted }: Pick<DocumentParty, 'wanted'>): void {
  if (file.isExamined && wanted.includes(documentRules[type].about)) return;
  throw validationError(usualFault('NotAllowed', '/documentType'));
}
