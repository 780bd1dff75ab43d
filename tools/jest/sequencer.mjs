import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';
import { inTurn, repeatingFirst, shuffled } from './in-turn.ts';

const { TEST_RUN, TEST_SHUFFLE } = process.env;
const isOfSuite = ({ context }) => context.config.displayName?.name.startsWith('apps/e2e ') === true;
const repeats = ({ path }) => readFileSync(path, 'utf8').includes('@halyard/testing/counts');

export default class extends Sequencer {
  sort(tests) {
    if (TEST_SHUFFLE !== undefined) return shuffled(tests, TEST_SHUFFLE);
    const sorted = inTurn(super.sort(tests), isOfSuite);
    return TEST_RUN === 'long' ? repeatingFirst(sorted, repeats) : sorted;
  }
}
