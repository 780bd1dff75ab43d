import { authService } from '@halyard/auth';
import { type MailTrouble, mailTroubleAt } from '@halyard/auth/smtp';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

const faultNames = { 'not-reached': 'mail-not-reached', 'refused-login': 'mail-refuses-login' } as const;

export const mailFault = (trouble: MailTrouble, server: string): Finding => findingOf(faultNames[trouble], { server });

/** @returns undefined if letters are files */
export async function lookAtMail({ env }: Pick<ExaminedInstallation, 'env'>): Promise<readonly Finding[] | undefined> {
  const { mail, smtpUrl } = authService.config(env);
  if (mail !== 'smtp' || smtpUrl === undefined) return undefined;
  const trouble = await mailTroubleAt(smtpUrl);
  return trouble === undefined ? [] : [mailFault(trouble, new URL(smtpUrl).host)];
}
