// The cost of a transfer and the memory, with few stored transfers and with many, in turns on two suites; and whether
// `npm run verify` succeeds on the many while transfers go on.
// node tools/bench/growth.ts [--few 10000] [--many 2000000] [--rounds 3] [--seconds 10] [--connections 64]
//   [--balances 1000]
import { transferOf } from '@halyard/suite/example-requests';
import { options } from './options.ts';
import { inTurns, measureLoad, type Turn } from './turns.ts';

async function tellMemory({ suite }: Turn): Promise<void> {
  suite.tellMemory('memory');
  await suite.tellLiving();
}

const variants = [options.few, options.many].map((stored) => ({
  name: `behind ${stored} stored`,
  stored: Number(stored),
}));
const [few, many] = await inTurns(variants, 3, async (turn) => {
  await measureLoad(turn, 'transfers', 'balance to balance');
  await tellMemory(turn);
});

await few?.suite.end();
if (many) {
  const { suite, parties } = many;
  let isOver = false;
  let paid = 0;
  const paying = (async () => {
    const transfer = transferOf(parties.hot, parties.balances[0] ?? '', '0.01');
    for (; !isOver; paid += 1) await suite.client.create('/transfers', transfer);
  })();
  await suite.verify();
  isOver = true;
  await paying;
  console.log(`${paid} transfers meanwhile`);
  await tellMemory(many);
  await suite.end();
}
