import type { DocumentFailureReason } from '@halyard/contracts/documents';

/** Explains a failure to the person who has to send another document (reference facts, section 3). */
export const failureDescriptions: Readonly<Record<DocumentFailureReason, string>> = {
  ScanNotReadable: 'The picture is blurred, too dark, hidden by glare or cut off.',
  ScanNotUploaded: 'The file shows no document.',
  ScanIdTypeNotSupported: 'This kind of document is not taken.',
  ScanNameMismatch: 'The name on the document is another than the one given.',
  ScanDobMismatch: 'The date of birth on the document is another than the one given.',
  ScanFailedOther: 'The picture could not be used for a reason of its own.',
  FailedOther: 'The document could not be used for a reason of its own.',
  ScanIdExpired: 'The document has expired.',
  ScanIdUnrecognized: 'The document is not one that is known.',
  BusinessDocNotSupported: 'This kind of business document is not taken.',
  BusinessNameMismatch: 'The business name on the document is another than the one given.',
  BusinessTypeMismatch: 'The type of business on the document is another than the one given.',
  ForeignPassportNotAllowed: 'A passport of another country is not taken here.',
};
