import { embedded, hrefOf, newHolder, transferOf } from '@halyard/e2e/journeys';
import type { HalClient } from '@halyard/suite/client';
import { type AnswerRecording, partsOf } from './recording.ts';

const FILES = '/bank-files';

/** Records a list without files, and one with the file of a debit, of a credit that was corrected, and of a return. */
export async function recordBankFiles(client: HalClient, recording: AnswerRecording): Promise<void> {
  await recording.read('usual', '/', FILES, `${FILES}?limit=1`);
  const holder = await newHolder(client, { lastName: 'Byron' });
  await recording.readNames('sent', ...partsOf(holder));
  const { bank, balance } = holder;
  await client.create('/transfers', transferOf(bank, balance, '50.00'));
  await client.post('/sandbox-simulations');
  await client.post('/sandbox-bank-behavior', {
    rules: [
      {
        name: 'savings',
        when: { direction: 'credit' },
        then: { correct: 'C05', corrected: { bankAccountType: 'savings' } },
      },
      { name: 'nsf', when: { direction: 'debit', route: 'ach', amount: { below: '5.00' } }, then: { return: 'R01' } },
    ],
  });
  await client.create('/transfers', transferOf(bank, balance, '25.00'));
  await client.create('/transfers', transferOf(balance, bank, '12.00'));
  await client.create('/transfers', transferOf(bank, balance, '3.00'));
  await client.post('/sandbox-simulations');
  const [newest] = embedded((await client.get(FILES)).body, 'bank-files');
  const file = newest ? recording.place('file', hrefOf(newest)) : '';
  await recording.read('sent', FILES, `${FILES}?limit=1`, `${FILES}?direction=out`, file, `${file}/entries`);
}
