import type { Field, Institution, OfferedAccount } from '../../linking-provider/linking-provider.js';

/** How far a linking session is, until a bank stands: what an institution has said last. */
export type Progress =
  | { readonly step: 'login' }
  | {
      readonly step: 'questions';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly fields: readonly Field[];
      /** By what the provider knows the login. */
      readonly login: string;
    }
  | {
      readonly step: 'accounts';
      readonly institution: Pick<Institution, 'id' | 'name'>;
      readonly accounts: readonly OfferedAccount[];
    };
