// The cost of a transfer and the memory, with few stored transfers and with many, in turns on two suites; and whether
// `npm run verify` succeeds on the many while transfers go on.
// node tools/bench/growth.ts [--few 10000] [--many 2000000] [--rounds 3] [--seconds 8] [--connections 64]
//   [--balances 1000]
import { parseArgs } from 'node:util';
import { transferOf } from '@halyard/suite/example-requests';
import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { openParties } from './parties.ts';
import { rows } from './rows.ts';

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    balances: { type: 'string', default: '1000' },
  },
});

/** A suite with that many stored transfers of one account, and its load: who pays whom. */
async function behind(stored: number) {
  const suite = await BenchedSuite.start({
    mode: 'embedded',
    connections: Number(values.connections),
    runMs: Number(values.seconds) * 1_000,
    stored,
    isProfiled: false,
  });
  return { stored, suite, parties: await openParties(suite.client, Number(values.balances)) };
}

console.log(machine());
const stages = [await behind(Number(values.few)), await behind(Number(values.many))];
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const { stored, suite, parties } of stages) {
    console.log(`\nround ${round}, behind ${stored} stored`);
    await suite.measure('transfers', await rows.transfers({ client: suite.client, parties }));
    suite.tellMemory('memory');
    await suite.tellLiving();
  }
}

const [few, many] = stages;
if (few && many) {
  await few.suite.end();
  const { hot, balances } = many.parties;
  let isOver = false;
  let paid = 0;
  const paying = (async () => {
    for (; !isOver; paid += 1) await many.suite.client.create('/transfers', transferOf(hot, balances[0] ?? '', '0.01'));
  })();
  await many.suite.verify();
  isOver = true;
  await paying;
  console.log(`${paid} transfers meanwhile`);
  many.suite.tellMemory('memory');
  await many.suite.tellLiving();
  await many.suite.end();
}
