import 'reflect-metadata';
import { runProgram } from '@halyard/service';
import { banner } from '../banner.js';
import { distributedOptions } from '../start-options.js';
import { startDistributed } from './distributed-suite.js';

await runProgram(async () => {
  const suite = await startDistributed(process.env, distributedOptions(process.argv.slice(2)));
  process.on('SIGUSR2', () => {
    suite.rollingRestart().then(
      () => console.log('halyard: every process was replaced'),
      (error: unknown) => console.error('halyard: the rolling restart stopped', error),
    );
  });
  const { eventStore, kafkaBrokers } = suite.infrastructure;
  console.log(
    banner(suite, process.stdout, [
      `  kafka     ${kafkaBrokers.join(', ')}`,
      `  streams   ${eventStore.description}`,
      `  processes are listed in ${suite.processesFile}; kill -USR2 ${process.pid} replaces one after the other`,
    ]),
  );
  suite.showRequestLines();
  return suite;
});
