import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';
import { inTurn, longestFirst, shuffled } from './in-turn.ts';

const { TEST_RUN, TEST_SHUFFLE } = process.env;
const isOfSuite = ({ context }) => context.config.displayName?.name.startsWith('apps/e2e ') === true;
const says =
  (text) =>
  ({ path }) =>
    readFileSync(path, 'utf8').includes(text);
const repeats = says('@halyard/testing/counts');
const breaksItsSuite = says('/breaking/breakable-suite.js');

export default class extends Sequencer {
  sort(tests) {
    if (TEST_SHUFFLE !== undefined) return shuffled(tests, TEST_SHUFFLE);
    const sorted = inTurn(longestFirst(super.sort(tests), breaksItsSuite), isOfSuite);
    return TEST_RUN === 'long' ? longestFirst(sorted, repeats) : sorted;
  }
}
