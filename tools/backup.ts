// Writes everything that the suite in one process has into one encrypted file, while it serves: npm run backup
// DATA_DIR as for the suite; BACKUP_DIR is the folder for the file, by default .backups beside DATA_DIR. The passphrase
// is BACKUP_PASSPHRASE or, at a terminal, asked for. Without a running suite it starts the embedded Postgres of DATA_DIR,
// and stops it at the end.
import './say-why.ts';
import 'reflect-metadata';
import { backUp } from '@halyard/suite/backup';
import { passphrase } from './passphrase.ts';

const { file, bytes } = await backUp(process.env, await passphrase({ isNew: true }));
console.log(
  `${file} has everything: ${Math.ceil(bytes / 1024 / 1024)} MiB. Without the passphrase, nobody can open it.`,
);
