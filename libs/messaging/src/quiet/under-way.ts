import type { WaitingFor } from '@halyard/contracts/sandbox-clock';

export interface UnderWayQuestion {
  /** Whether first attempts of deliveries are asked for. */
  readonly deliveries: boolean;
  /** From an earlier answer: what began after that answer is left out. */
  readonly bound: string | undefined;
}

export interface OwnWork {
  readonly waitingFor: readonly WaitingFor[];
  /** What is under way now, for later questions. Absent if nothing can begin later. */
  readonly bound?: string;
  /** The position of the account's last event. */
  readonly events?: number;
}

/** What a service has under way in an account, besides the events of others. A service without such work gives none. */
export abstract class WorkUnderWay {
  abstract of(accountId: string, question: UnderWayQuestion): Promise<OwnWork>;
}
