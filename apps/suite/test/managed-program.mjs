// A program for ManagedProcess to run: MODE sets its behaviour.
import { existsSync, writeFileSync } from 'node:fs';

const { MODE, FILE } = process.env;
console.log(`began ${process.pid}`);
process.on('disconnect', () => process.exit(1));
if (MODE === 'refuses') process.exit(1);
if (MODE === 'waits' && !existsSync(FILE)) {
  writeFileSync(FILE, '');
  process.exit(75);
}
process.on('SIGTERM', () => {
  console.log(`ended ${process.pid}`);
  process.exit(0);
});
process.send({ metricsPort: 1, opened: { pid: process.pid } });
