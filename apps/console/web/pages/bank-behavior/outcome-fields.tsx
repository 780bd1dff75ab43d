import { correctionCodes, type CorrectedPart, correctedParts, isCorrectionCode } from '@halyard/core/correction-codes';
import { returnCodes } from '@halyard/core/return-codes';
import type { ReactElement } from 'react';
import { type JsonObject, memberOf, withMember } from './behavior.js';
import { type Faults, within } from './faults.js';
import { type OutcomeKind, outcomeOf, outcomes, type RuleProps } from './rule-kinds.js';
import { TextField } from './text-field.js';

const codesOf = (rows: Readonly<Record<string, { readonly title: string }>>) =>
  Object.entries(rows).map(([code, { title }]) => [code, `${code} ${title}`] as const);

const returnChoices = codesOf(returnCodes);
const correctionChoices = codesOf(correctionCodes);
const outcomeChoices = Object.entries(outcomes).map(([value, { text }]) => [value, text] as const);

const DURATION_HINT = 'After settlement. Days, hours and minutes, or weeks: P2D, PT6H, P1DT12H, P1W.';
const LATE_HINT = `${DURATION_HINT} At most P4D; P60D for R05, R07, R10, R11, R37, R38 and R51.`;

/** The fields that say what happens to an entry which the rule strikes. */
export function OutcomeFields({ rule, place, faults, onChange }: RuleProps): ReactElement {
  const part = `rules.${String(place)}.then`;
  const kind = outcomeOf(rule);
  const field = (path: string) => ({
    ...{ of: rule, path: `then.${path}`, name: `${part}.${path}`, fault: faults[`${part}.${path}`] },
    ...{ isRequired: true, onChange },
  });
  return (
    <>
      <TextField
        of={{ kind: kind ?? '' }}
        path="kind"
        name={part}
        label="What happens"
        isRequired
        choices={outcomeChoices}
        fault={faults[part] ?? undrawnFault(faults, part, kind)}
        onChange={({ kind: chosen }) =>
          onChange(withMember(rule, 'then', chosen in outcomes ? outcomes[chosen as OutcomeKind].begin : {}))
        }
      />
      {(kind === 'return' || kind === 'late-return') && (
        <TextField {...field('return')} label="Return code" choices={returnChoices} />
      )}
      {kind === 'late-return' && <TextField {...field('after')} label="How much later" hint={LATE_HINT} />}
      {kind === 'delay' && <TextField {...field('delay')} label="How much later" hint={DURATION_HINT} />}
      {kind === 'correct' && <CorrectionFields {...{ rule, place, faults, onChange }} />}
    </>
  );
}

const members = ['return', 'after', 'correct', 'corrected', 'delay', 'microDeposits'] as const;

/** The members of `then` that have a field, by what happens. */
const drawn: Readonly<Record<OutcomeKind, readonly string[]>> = {
  return: ['return'],
  'late-return': ['return', 'after'],
  correct: ['correct', 'corrected'],
  delay: ['delay'],
  'wrong-amounts': [],
};

/** A fault of a member that only the JSON has. */
const undrawnFault = (faults: Faults, part: string, kind: OutcomeKind | undefined): string | undefined =>
  members
    .filter((member) => kind === undefined || !drawn[kind].includes(member))
    .flatMap((member) => within(faults, `${part}.${member}`))
    .map((field) => faults[field])[0];

const typeChoices = [
  ['checking', 'Checking'],
  ['savings', 'Savings'],
] as const;

const partLabels: Readonly<Record<CorrectedPart, string>> = {
  routingNumber: 'Right routing number',
  accountNumber: 'Right account number',
  bankAccountType: 'Right type of account',
  name: 'Right name of the holder',
  individualId: 'Right identification number',
};

/** The code of a correction, and the values that it states. */
function CorrectionFields({ rule, place, faults, onChange }: RuleProps): ReactElement {
  const part = `rules.${String(place)}.then`;
  const code = memberOf(rule, 'then.correct');
  const given = correctedParts.filter((each) => memberOf(rule, `then.corrected.${each}`) !== '');
  const shown = new Set([...partsOf(code), ...given]);
  const change = (next: JsonObject): void => {
    const states: readonly string[] = partsOf(memberOf(next, 'then.correct'));
    const stale = Object.keys(partLabels).filter((each) => !states.includes(each));
    onChange(stale.reduce((kept, each) => withMember(kept, `then.corrected.${each}`, undefined), next));
  };
  return (
    <>
      <TextField
        of={rule}
        path="then.correct"
        name={`${part}.correct`}
        label="Correction code"
        hint={isCorrectionCode(code) ? correctionCodes[code].description : undefined}
        isRequired
        choices={correctionChoices}
        fault={faults[`${part}.correct`] ?? faults[`${part}.corrected`]}
        onChange={change}
      />
      {[...shown].map((each) => (
        <TextField
          key={each}
          of={rule}
          path={`then.corrected.${each}`}
          name={`${part}.corrected.${each}`}
          label={partLabels[each]}
          isRequired
          isHidden={each === 'accountNumber'}
          {...(each === 'bankAccountType' && { choices: typeChoices })}
          fault={faults[`${part}.corrected.${each}`]}
          onChange={onChange}
        />
      ))}
    </>
  );
}

const partsOf = (code: string): readonly CorrectedPart[] =>
  isCorrectionCode(code) ? correctionCodes[code].corrects : [];
