import 'reflect-metadata';
import { runProgram } from '@halyard/service';
import { banner } from './banner.js';
import { startSuite } from './suite.js';

await runProgram(async () => {
  const suite = await startSuite(process.env);
  console.log(banner(suite, process.stdout));
  return suite;
});
