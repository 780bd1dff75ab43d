import { RawBooks } from '../../../src/verify/raw/raw-books.js';
import { type Outcome, outcomeOf } from '../simulate.js';
import { bankChecks, wrongAfterMoment } from './bank-checks.js';
import { type BankParts, soundBanks } from './bank-parts.js';
import { BankProgram } from './bank-program.js';

/** Runs the program of a seed whose banks behave, and checks the result. */
export function simulateBanks(seed: number, parts: BankParts = soundBanks): Promise<Outcome> {
  const raw = new RawBooks();
  const program = new BankProgram(
    seed,
    parts,
    (event) => raw.add(event),
    (of) => raw.fault?.what ?? wrongAfterMoment(of, (paymentId) => raw.transit.of(paymentId)),
  );
  return outcomeOf(program, raw, parts, bankChecks);
}
