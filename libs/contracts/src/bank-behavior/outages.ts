import { z } from 'zod';

/** Asks which banks of an account are down at a moment of its time. */
export const outageQuestion = z.object({ accountId: z.uuid(), at: z.iso.datetime() });
export type OutageQuestion = z.infer<typeof outageQuestion>;

/** The routing numbers of the banks that are down. */
export const banksDown = z.object({ routingNumbers: z.array(z.string()).readonly() });
export type BanksDown = z.infer<typeof banksDown>;
