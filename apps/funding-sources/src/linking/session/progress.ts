import type { CredentialField, Institution, OfferedAccount } from '../../linking-provider/linking-provider.js';

/** The last answer of the institution, until the bank is linked. */
export type Progress =
  | { readonly step: 'login' }
  | {
      readonly step: 'questions';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly fields: readonly CredentialField[];
      readonly login: string;
    }
  | {
      readonly step: 'accounts';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly accounts: readonly OfferedAccount[];
    };
