import type { HealthLook } from './health-look.js';

/** The looks that only one service takes, besides those that every service takes. */
export abstract class OwnHealthLooks {
  abstract list(): readonly HealthLook[];
}
