import { ConfigError, type Environment, Int, loadConfig, OneOf, Text } from '@halyard/config';
import { type CutOff, type CutOffs, cutOffs, timeOfDay } from '@halyard/core';

/** A time of a banking day, in Central time. */
const TimeOfDay = () => Text({ matches: /^(?:[01]\d|2[0-3]):[0-5]\d$/, wants: 'a time of day, like 12:00' });

function cutOffOf(time: string): CutOff {
  const [hour, minute] = time.split(':').map(Number);
  return { hour: hour ?? 0, minute: minute ?? 0 };
}

export class TransfersConfig {
  /** In the sandbox, clients trigger bank processing by a request; in production that route does not exist. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** The bank partner. Production does not start without one. `simulated` moves no money and keeps the banks' hours. */
  @OneOf(['simulated'], { optional: true })
  readonly bankPartner?: 'simulated';

  /** Time between two requests that ask the bank partner for news. */
  @Int({ min: 10, max: 3_600_000 })
  readonly bankPollMs: number = 60_000;

  /** How long transfers waits for an answer of the bank partner. Must be less than due work may stay idle (ADR 22). */
  @Int({ min: 1, max: 4_000 })
  readonly bankAnswerMs: number = 3_000;

  /** How long a query waits until its read model includes everything that was answered before the query. */
  @Int({ min: 1, max: 60_000 })
  readonly readWaitMs: number = 5_000;

  /** Time between two recovery sweeps. Recovery takes up a payment that stays unfinished over two sweeps. */
  @Int({ min: 10, max: 3_600_000 })
  readonly recoverySweepMs: number = 2_000;

  /** Credits that ask for same-day clearing get it until this time (docs/money.md, "Time"). */
  @TimeOfDay()
  readonly cutOffSameDayAch: string = timeOfDay(cutOffs.sameDayAch);

  /** Wires go out the same day until this time. */
  @TimeOfDay()
  readonly cutOffWire: string = timeOfDay(cutOffs.wire);

  /** When standard ACH entries of a day go out. Until then a transfer can be cancelled. */
  @TimeOfDay()
  readonly cutOffStandardAch: string = timeOfDay(cutOffs.standardAch);

  get cutOffs(): CutOffs {
    return {
      sameDayAch: cutOffOf(this.cutOffSameDayAch),
      wire: cutOffOf(this.cutOffWire),
      standardAch: cutOffOf(this.cutOffStandardAch),
    };
  }
}

/** @throws ConfigError, also if production has no bank partner */
export function transfersConfig(env: Environment): TransfersConfig {
  const config = loadConfig(TransfersConfig, env);
  if (config.environment === 'production' && !config.bankPartner) {
    throw new ConfigError([
      'ENVIRONMENT=production needs a bank partner, and none is configured: set BANK_PARTNER, or use sandbox. ' +
        'BANK_PARTNER=simulated moves no money, and keeps bank time.',
    ]);
  }
  return config;
}
