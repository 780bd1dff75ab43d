// Imported first by programs that run once: an error that ends one is said in a sentence where its cause is outside, and
// --help prints what stands at the top of the program, and does nothing else.
import { readFileSync } from 'node:fs';
import { explain } from '@halyard/service';

process.on('uncaughtException', (error) => {
  console.error(`halyard: ${explain(error)}`);
  process.exit(1);
});

const [, program, ...args] = process.argv;
if (program !== undefined && (args.includes('--help') || args.includes('-h'))) {
  const [top = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(program, 'utf8')) ?? [];
  console.log(top.replaceAll(/^\/\/ ?/gm, '').trimEnd());
  process.exit(0);
}
