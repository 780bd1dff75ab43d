// Shows whether the tests find faults: makes one of twenty, drawn by chance over the sources, so that the tests can be run
// over it. Each is in tools/faults/drawn.json.
//
//   npm run faults -- list
//   npm run faults -- apply <number>     makes the fault, in a file without other changes
//   npm run faults -- restore <number>   takes it back
//   npm run faults -- draw               draws anew from the sources as they are
//   npm run faults -- exclude <number> <reason>   draws another in its place
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from './faults/areas.ts';
import { draw, type ExcludedFault } from './faults/draw.ts';
import { type Fault, withFault } from './faults/fault.ts';

const root = join(import.meta.dirname, '..');
const drawnFile = join(import.meta.dirname, 'faults', 'drawn.json');
const excludedFile = join(import.meta.dirname, 'faults', 'excluded.json');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const committed = (file: string): string =>
  execFileSync('git', ['show', `HEAD:./${file}`], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 });

function chosen(number: string | undefined): Fault {
  const fault = (readJson(drawnFile) as Fault[])[Number(number) - 1];
  return fault ?? fail(`There is no fault ${number}: npm run faults -- list`);
}

/** Changes the file of a fault from one state to the other, if it is in the first state. */
function write({ file }: Fault, from: string, to: string): void {
  const path = join(root, file);
  if (readFileSync(path, 'utf8') !== from) fail(`${file} has other changes.`);
  writeFileSync(path, to);
}

function faulty(fault: Fault): string {
  return withFault(committed(fault.file), fault) ?? fail(`${fault.file} has changed: the place of the fault is gone.`);
}

function redraw(excluded: readonly ExcludedFault[]): void {
  writeJson(excludedFile, excluded);
  writeJson(drawnFile, draw(readSources(root), excluded));
}

const indented = (text: string): string => text.replaceAll(/^/gm, '       ');

const excluded = readJson(excludedFile) as ExcludedFault[];
const [verb, number, reason] = process.argv.slice(2);
switch (verb) {
  case 'list':
    for (const [index, { area, file, line, before, after }] of (readJson(drawnFile) as Fault[]).entries()) {
      console.log(`${String(index + 1).padStart(2)}  ${area}  ${file}:${line}`);
      console.log(`  -\n${indented(before)}\n  +\n${indented(after)}`);
    }
    break;
  case 'apply': {
    const fault = chosen(number);
    write(fault, committed(fault.file), faulty(fault));
    break;
  }
  case 'restore': {
    const fault = chosen(number);
    write(fault, faulty(fault), committed(fault.file));
    break;
  }
  case 'draw':
    redraw(excluded);
    break;
  case 'exclude': {
    const { file, before, after } = chosen(number);
    redraw([...excluded, { file, before, after, reason: reason ?? fail('Say why the fault is not to be drawn.') }]);
    break;
  }
  default:
    fail('npm run faults -- list | apply <number> | restore <number> | draw | exclude <number> <reason>');
}
