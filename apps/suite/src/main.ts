import 'reflect-metadata';
import { withholdRequestLines } from '@halyard/observability';
import { runProgram } from '@halyard/service';
import { banner } from './banner.js';
import { startOptions } from './start-options.js';
import { startSuite } from './suite.js';

await runProgram(async () => {
  // The start sends requests of its own, which are no news to the reader of the banner.
  const showRequestLines = withholdRequestLines();
  const suite = await startSuite(process.env, startOptions(process.argv.slice(2)));
  console.log(banner(suite, process.stdout));
  showRequestLines();
  return suite;
});
