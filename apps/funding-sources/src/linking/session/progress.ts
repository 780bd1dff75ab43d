import type { Field, Institution, OfferedAccount } from '../../linking-provider/linking-provider.js';

/** The progress of a linking session until the bank is linked: the last answer of the institution. */
export type Progress =
  | { readonly step: 'login' }
  | {
      readonly step: 'questions';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly fields: readonly Field[];
      /** The provider's id of the login. */
      readonly login: string;
    }
  | {
      readonly step: 'accounts';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly accounts: readonly OfferedAccount[];
    };
