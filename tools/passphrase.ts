import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const CHARACTERS_MIN = 12;
const { BACKUP_PASSPHRASE: given } = process.env;

/** The passphrase of backups: BACKUP_PASSPHRASE or, without it, what somebody types at the terminal. */
export async function passphrase({ isNew }: { readonly isNew: boolean }): Promise<string> {
  const phrase = given ?? (await typed('Passphrase of the backup: '));
  if (isNew && phrase.length < CHARACTERS_MIN) refuse(`The passphrase needs ${CHARACTERS_MIN} characters or more`);
  if (phrase === '') refuse('Without a passphrase nothing can be restored');
  if (isNew && given === undefined && (await typed('Once more: ')) !== phrase) refuse('The two are not the same');
  return phrase;
}

function refuse(message: string): never {
  console.error(`halyard: ${message}.`);
  process.exit(1);
}

/** Asks on standard error, and does not show the answer. */
async function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY) refuse('Set BACKUP_PASSPHRASE, or run this at a terminal, which asks for it');
  const silent = new Writable({ write: (_, __, done) => done() });
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
