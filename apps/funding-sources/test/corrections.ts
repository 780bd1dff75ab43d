import type { AppliedCorrection, CorrectionsOutcome } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { servicePrincipal, type TestService } from '@halyard/testing';

export type GivenCorrection = Partial<AppliedCorrection> & Pick<AppliedCorrection, 'fundingSourceId'>;

/** Unless it says otherwise, a correction has an id of its own, and changes the account number. */
export const applyCorrections = (service: TestService, given: readonly GivenCorrection[], operationId = newId()) =>
  service.call('POST', '/internal/funding-sources/corrections', {
    principal: servicePrincipal('transfers'),
    body: { corrections: given.map((one) => ({ correctionId: newId(), code: 'C01', corrected: {}, ...one })) },
    operationId,
  });

/** Whether each of the corrections was applied, and the facts of their banks. */
export async function outcomeOf(answer: ReturnType<typeof applyCorrections>) {
  const { body } = await answer;
  if (body.type !== 'fact') throw new Error(JSON.stringify(body));
  const { outcomes, sources } = body.fact as CorrectionsOutcome;
  return { applied: outcomes.map(({ applied }) => applied), sources };
}
