import { IncomingRows } from './incoming-rows.js';
import { EntryMatches } from './matched-entries.js';
import { UploadBankFileController } from './upload-bank-file.controller.js';
import { UploadBankFileHandler } from './upload-bank-file.handler.js';

export const bankFileUploadControllers = [UploadBankFileController];

export const bankFileUploadProviders = [EntryMatches, IncomingRows, UploadBankFileHandler];
