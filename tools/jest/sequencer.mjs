import Sequencer from '@jest/test-sequencer';
import { inTurn } from './in-turn.ts';

export default class extends Sequencer {
  sort(tests) {
    return inTurn(
      super.sort(tests),
      ({ context }) => context.config.displayName?.name.startsWith('apps/e2e ') === true,
    );
  }
}
