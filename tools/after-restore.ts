// Makes restored data fit to be served, before any process starts on it: npm run after-restore
// DATABASE_URL (or AUTH_DATABASE_URL and so on), EVENTSTORE_URL, EVENT_STORE_NAMESPACE and DATA_DIR as for the processes;
// BACKUP_DIR is the folder with the list of what was taken away. Without DATABASE_URL it starts the embedded Postgres of
// DATA_DIR, and stops it at the end. `npm run restore` does this by itself. May be killed and repeated.
import './say-why.ts';
import 'reflect-metadata';
import { finishRestore } from '@halyard/suite/backup';

for (const line of await finishRestore(process.env)) console.log(line);
