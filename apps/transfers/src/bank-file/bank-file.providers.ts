import { BankFilesController } from './bank-files.controller.js';
import { EntryFacts } from './entry-facts.js';
import { FileContents } from './file-contents.js';
import { IncomingContents } from './incoming-contents.js';
import { OutgoingFiles } from './outgoing-files.js';
import { SealedEntries } from './sealed-entries.js';
import { UploadedCorrections } from './uploaded-corrections.rows.js';
import { StoredBankFiles } from './get-bank-files/stored-bank-files.js';

export const bankFileControllers = [BankFilesController];

export const bankFileProviders = [
  EntryFacts,
  FileContents,
  IncomingContents,
  OutgoingFiles,
  SealedEntries,
  StoredBankFiles,
  UploadedCorrections,
];
