import type { DocumentType } from '@halyard/contracts';
import { type Fault, type FaultCode, validationError } from '@halyard/core';
import { documentRules, isDocumentType } from '../document-rules.js';
import type { DocumentParty } from '../party/document-party.js';
import type { DocumentForm } from './read-form.js';
import type { RefusedFile, TakenFile } from './take-file.js';

/** A form without faults. */
export interface WholeForm {
  readonly type: DocumentType;
  readonly file: TakenFile;
}

const fault = (code: FaultCode, path: '/documentType' | '/file', message: string): Fault => ({ code, path, message });

/** @throws DomainError ValidationError with every fault */
export function requireWhole({ documentTypes, taken, fileCount }: DocumentForm<TakenFile | RefusedFile>): WholeForm {
  const faults: Fault[] = [];
  const type = typeOf(documentTypes, faults);
  if (!taken) faults.push(fault('Required', '/file', 'File required.'));
  else if (fileCount > 1) faults.push(fault('Invalid', '/file', 'File invalid: one is taken at a time.'));
  else if ('problem' in taken) faults.push(fault('Invalid', '/file', taken.problem));
  else if (type && !documentRules[type].formats.includes(taken.format)) {
    faults.push(fault('Invalid', '/file', `File invalid: ${type} takes ${documentRules[type].formats.join(', ')}.`));
  }
  if (!type || !taken || 'problem' in taken || faults.length > 0) throw validationError(...faults);
  return { type, file: taken };
}

function typeOf(given: readonly string[], faults: Fault[]): DocumentType | undefined {
  const [type, ...more] = given;
  if (!type && more.length === 0) faults.push(fault('Required', '/documentType', 'DocumentType required.'));
  else if (!type || more.length > 0 || !isDocumentType(type)) {
    faults.push(fault('Invalid', '/documentType', 'DocumentType invalid.'));
  } else return type;
  return undefined;
}

/** @throws DomainError ValidationError unless the party is asked for documents of this type */
export function requireWanted(type: DocumentType, { wanted }: Pick<DocumentParty, 'wanted'>): void {
  if (wanted.includes(documentRules[type].about)) return;
  throw validationError(fault('NotAllowed', '/documentType', 'DocumentType value not allowed.'));
}
