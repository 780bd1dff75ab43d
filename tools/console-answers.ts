// Records what a suite answers to the pages of the console, for their component tests: npm run console-answers
// A name, such as customers, records that account alone: npm run console-answers -- customers
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRelations } from '@halyard/public-api';
import { SuiteProcess } from '@halyard/e2e/suite-process';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { recordBankBehavior } from './console-answers/bank-behavior.ts';
import { recordBankFiles } from './console-answers/bank-files.ts';
import { recordBanks } from './console-answers/banks.ts';
import { recordClock } from './console-answers/clock.ts';
import { recordCustomers } from './console-answers/customers.ts';
import { recordIntegrations } from './console-answers/integrations.ts';
import { recordNewTransfer } from './console-answers/new-transfer.ts';
import { recordPayments } from './console-answers/payments.ts';
import { recordPeople } from './console-answers/people.ts';
import { AnswerRecording } from './console-answers/recording.ts';

/** Each recording uses an account of its own. The key is the name of the recording's file. */
const recordings = {
  'new-transfer': recordNewTransfer,
  payments: recordPayments,
  people: recordPeople,
  banks: recordBanks,
  customers: recordCustomers,
  clock: recordClock,
  'bank-behavior': recordBankBehavior,
  'bank-files': recordBankFiles,
  integrations: recordIntegrations,
} as const;

const folder = join(import.meta.dirname, '..', 'apps', 'console', 'web', 'test-support', 'recorded');
const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.json`), text);

const asked = process.argv.slice(2);

const suite = await SuiteProcess.start();
try {
  const operator = await suite.client();
  for (const [name, record] of Object.entries(recordings)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const client = await openSandboxAccount(operator, 'Engines');
    const recording = new AnswerRecording(client);
    await record(client, recording);
    await client.close();
    write(name, recording.text());
  }
  await operator.close();
  write('document', `${JSON.stringify({ writes: [...writeRelations].sort() }, undefined, 1)}\n`);
} finally {
  await suite.remove();
}
