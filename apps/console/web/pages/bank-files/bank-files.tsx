import type { Api } from '@halyard/client';
import { columnsOf } from '../../columns/columns.js';
import { listPage } from '../../generic/list-page.js';
import { Amount } from '../../parts/text.js';
import { UploadFile } from './upload-file.js';
import { directionTexts, windowTexts } from './words.js';

export const HEADING = 'Bank files';

const columns = columnsOf<Api.BankFile>({
  Created: '@self created',
  Direction: ({ direction }) => directionTexts[direction],
  Made: ({ window }) => windowTexts[window],
  Entries: { isNumber: true, of: ({ entries }) => entries.toLocaleString('en') },
  Debits: { isNumber: true, of: ({ debits }) => <Amount of={debits} /> },
  Credits: { isNumber: true, of: ({ credits }) => <Amount of={credits} /> },
  'Settles from': 'effectiveDate',
});

export const bankFilesPage = listPage('/bank-files', {
  heading: HEADING,
  place: 'palette',
  help: 'concepts/bank-files/',
  isOfSandbox: true,
  columns,
  choices: [{ name: 'direction', label: 'Direction', values: ['out', 'in'], texts: directionTexts }],
  fields: [
    { name: 'from', label: 'From', type: 'date', moment: 'of-first-day' },
    { name: 'to', label: 'To', type: 'date', moment: 'of-last-day' },
  ],
  create: { label: 'Upload file', Button: UploadFile },
  empty:
    'No file yet. What goes to the banks is in a file: process bank transfers, or advance the clock over a cut-off. What banks send back can be uploaded.',
});
