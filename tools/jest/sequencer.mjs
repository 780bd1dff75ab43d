import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';
import { inTurn, repeatingFirst } from './in-turn.ts';

const isLong = process.env.TEST_RUN === 'long';
const isOfSuite = ({ context }) => context.config.displayName?.name.startsWith('apps/e2e ') === true;
const repeats = ({ path }) => readFileSync(path, 'utf8').includes('@halyard/testing/counts');

export default class extends Sequencer {
  sort(tests) {
    const sorted = inTurn(super.sort(tests), isOfSuite);
    return isLong ? repeatingFirst(sorted, repeats) : sorted;
  }
}
