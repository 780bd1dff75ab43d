import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Changes } from '@halyard/changes';
import type { ResourceAnswer } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { behaviorAnswer } from '../bank-behavior.answer.js';
import type { BankBehavior, BankRule, EntryCondition, RuleConsequence } from '../bank-behavior.js';
import { BankBehaviors } from '../bank-behaviors.js';
import { changeBehavior, lockBehavior } from '../bank-behaviors.rows.js';
import { OutageEnds } from '../outage-ends.js';
import { OutageTimes } from '../outage-times.js';
import { faultsOfBehavior } from './behavior-faults.js';
import { ChangeBankBehavior } from './change-bank-behavior.command.js';
import type { BankRuleDto, ChangeBankBehaviorDto, RuleConsequenceDto } from './change-bank-behavior.dto.js';

/** Replaces how an account's banks behave. Draws that were made stay, and so do the numbers of entries. */
@CommandHandler(ChangeBankBehavior)
export class ChangeBankBehaviorHandler implements ICommandHandler<ChangeBankBehavior> {
  constructor(
    private readonly changes: Changes,
    private readonly behaviors: BankBehaviors,
    private readonly ends: OutageEnds,
  ) {}

  /** @throws DomainError ValidationError */
  async execute({ operation, wanted }: ChangeBankBehavior): Promise<ResourceAnswer<'sandbox-bank-behavior'>> {
    const faults = faultsOfBehavior(wanted);
    if (faults.length > 0) throw validationError(...faults);
    const accountId = accountOf(operation);
    const behavior = behaviorOf(wanted);
    const sealed = await this.behaviors.seal(accountId, behavior);
    return this.changes.run(operation, async ({ tx }) => {
      await lockBehavior(tx, accountId);
      await changeBehavior(tx, accountId, sealed);
      await this.ends.changed(tx, accountId, new OutageTimes(behavior.outages).ends);
      return behaviorAnswer(behavior, []);
    });
  }
}

const behaviorOf = ({ seed = '', rules = [], outages = [] }: ChangeBankBehaviorDto): BankBehavior => ({
  seed,
  rules: rules.map(ruleOf),
  outages: outages.map(({ routingNumber, from, to }) => ({ routingNumber, from: inUtc(from), to: inUtc(to) })),
});

const ruleOf = ({ name, when, share, first, every, then }: BankRuleDto): BankRule => ({
  name,
  ...(when && { when: conditionOf(when) }),
  ...(share !== undefined && { share }),
  ...(first !== undefined && { first }),
  ...(every !== undefined && { every }),
  then: consequenceOf(then),
});

function conditionOf({ amount, ...others }: NonNullable<BankRuleDto['when']>): EntryCondition {
  return { ...others, ...(amount && { amount: { ...amount } }) };
}

function consequenceOf({ return: code, after, correct, corrected, delay }: RuleConsequenceDto): RuleConsequence {
  if (code !== undefined) return { return: code, ...(after !== undefined && { after }) };
  if (correct !== undefined) return { correct, corrected: { ...corrected } };
  return delay === undefined ? { microDeposits: 'wrong-amounts' } : { delay };
}

const inUtc = (moment: string): string => new Date(moment).toISOString();
