import 'reflect-metadata';
import { runProgram } from '@halyard/service';
import { banner } from './banner.js';
import { startOptions } from './start-options.js';
import { startSuite } from './suite.js';

await runProgram(async () => {
  const suite = await startSuite(process.env, startOptions(process.argv.slice(2)));
  console.log(banner(suite, process.stdout));
  return suite;
});
