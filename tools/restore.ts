// Restores a backup into a new data folder, and applies what was taken away since: npm run restore -- FILE
// DATA_DIR names the folder, which must not have any data; BACKUP_DIR the folder with the list of what was taken away. The
// passphrase is BACKUP_PASSPHRASE or, at a terminal, asked for. Nothing is written before the whole file has proved to be
// good. May be killed and repeated.
import './say-why.ts';
import 'reflect-metadata';
import { restore } from '@halyard/suite/backup';
import { passphrase } from './passphrase.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run restore -- FILE');
  process.exit(1);
}
const lines = await restore({ env: process.env, file, passphrase: await passphrase({ isNew: false }) });
for (const line of lines) console.log(line);
