import type { FileWindow } from '@halyard/contracts/bank-files';
import type { PaymentSide } from '../payment/payment.model.js';

/** A leg that goes to its bank. */
export interface FileLeg {
  readonly legId: string;
  readonly paymentId: string;
  readonly fundingSourceId: string;
  readonly ownerKind: PaymentSide['ownerKind'];
  readonly ownerId: string;
  /** The owner of the bank is a person, and not a company or the account. */
  readonly isPerson: boolean;
  readonly direction: 'debit' | 'credit';
  readonly amountMinor: bigint;
  readonly isMicroDeposit: boolean;
  /** The id by which the originator knows the receiver (`individualAchId`), else empty. */
  readonly individualId: string;
  readonly settlesOn: Date;
}

/** The legs that go out together: those of a cut-off, or of a simulation. */
export interface HandOverFile {
  readonly accountId: string;
  /** Identifies the hand-over for ever. */
  readonly batchId: string;
  readonly window: Exclude<FileWindow, 'upload'>;
  /** The cut-off, or when the simulation was made. */
  readonly created: Date;
}
