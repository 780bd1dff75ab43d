// Looks at an installation, and says in sentences what is wrong and how to mend it: npm run doctor
// It reads the settings as the processes do, also AUTH_DATABASE_URL and so on. Without DATABASE_URL, it looks at the
// suite of DATA_DIR. It writes nothing, and starts nothing. It ends with 0 if nothing is wrong, with 1 if something
// is, with 2 if it was called wrongly, and with 5 if it could not look.
//
//   npm run doctor -- [--json]
import './say-why.ts';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { explain } from '@halyard/service';
import { examine, exitCodeOf, sentencesOf } from '@halyard/suite/doctor';

const COULD_NOT_LOOK = 5;

function isForMachines(): boolean {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json;
  } catch {
    console.error('npm run doctor -- [--json]');
    process.exit(2);
  }
}

const json = isForMachines();
try {
  const report = await examine(process.env);
  console.log(json ? JSON.stringify(report, undefined, 2) : sentencesOf(report).join('\n'));
  process.exitCode = exitCodeOf(report);
} catch (error) {
  console.error(`halyard: ${explain(error)}`);
  process.exitCode = COULD_NOT_LOOK;
}
