// Adds what was taken away since the last time to the list outside of the backups: npm run taken-away -- export
// DATABASE_URL (or AUTH_DATABASE_URL and so on) and DATA_DIR as for the processes; BACKUP_DIR is the folder of the list.
// The suite in one process does this by itself. May be killed and repeated.
import './say-why.ts';
import 'reflect-metadata';
import { exportTakenAway } from '@halyard/suite/backup';

const [command] = process.argv.slice(2);
if (command !== 'export') {
  console.error('npm run taken-away -- export');
  process.exit(1);
}
console.log(`${await exportTakenAway(process.env)} entries were added to the list of what was taken away`);
