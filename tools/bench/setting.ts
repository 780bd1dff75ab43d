// Transfers with each of some values of a setting, in turns on as many suites. Prints one table at the end.
// node tools/bench/setting.ts --compare REQUEST_LOG=full,without-bodies,off [--only transfers,hot-source,one-at-a-time]
//   [--rounds 2] [--seconds 10] [--connections 64] [--balances 1000]
import { parseArgs } from 'node:util';
import { inTurns, measureTransfers, turnLoads, turnOptions } from './turns.ts';

const { values } = parseArgs({
  options: {
    ...turnOptions,
    compare: { type: 'string', default: '' },
    only: { type: 'string', default: 'transfers' },
  },
});
const [setting = '', given] = values.compare.split('=', 2);
const chosen = values.only.split(',');
if (given === undefined) throw new Error('--compare takes a setting and its values: REQUEST_LOG=full,off');
if (!chosen.every((name) => turnLoads.some((load) => load === name)))
  throw new Error(`--only takes some of ${turnLoads.join(', ')}`);

const variants = given.split(',').map((value) => ({ name: `${setting}=${value}`, settings: { [setting]: value } }));
await inTurns(variants, values, (turn) => measureTransfers(turn, chosen));
