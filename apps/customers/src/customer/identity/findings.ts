import type { Finding } from '../customer.entity.js';
import type { CheckOutcome } from '../states/customer-states.js';
import type { CheckAnswer } from './identity-checks.js';

export interface CheckedSubject {
  readonly subject: Finding['subject'];
  readonly answer: CheckAnswer;
}

export interface IdentityVerdict {
  readonly outcome: CheckOutcome;
  readonly findings: readonly Finding[];
}

/** The joint outcome is the first of these that any part has: data is corrected before documents are asked for. */
const weight: readonly CheckOutcome[] = ['refuse', 'ask again', 'review', 'ask for papers', 'pass'];

const outcomeOf: Readonly<Record<Finding['needs'], CheckOutcome>> = {
  data: 'ask again',
  papers: 'ask for papers',
  review: 'review',
};

const needs = Object.keys(outcomeOf) as Finding['needs'][];

/** Turns an earlier finding back into an answer, to be judged together with new ones. */
export const asChecked = ({ subject, needs: what, reasons }: Finding): CheckedSubject => ({
  subject,
  answer: { outcome: outcomeOf[what], reasons },
});

export function verdictOf(checked: readonly CheckedSubject[], isSecond: boolean): IdentityVerdict {
  const decided = checked.map(({ subject, answer }) => ({
    subject,
    ...answer,
    outcome: settled(answer.outcome, isSecond),
  }));
  const outcome = weight.find((one) => decided.some((part) => part.outcome === one)) ?? 'pass';
  if (outcome === 'refuse') return { outcome, findings: [] };
  const findings = decided.flatMap((part): Finding[] => {
    const what = needs.find((one) => outcomeOf[one] === part.outcome);
    return what ? [{ subject: part.subject, needs: what, reasons: part.reasons }] : [];
  });
  return { outcome, findings };
}

/** After a second try documents are asked for, instead of data again (reference facts, section 2.5). */
const settled = (outcome: CheckOutcome, isSecond: boolean): CheckOutcome =>
  isSecond && outcome === 'ask again' ? 'ask for papers' : outcome;
