import { z } from 'zod';

/** Whether operators have suspended an account, so that nobody may act for it. Services do not store this. */
export const accountStanding = z.object({ isSuspended: z.boolean() });

export type AccountStanding = z.infer<typeof accountStanding>;
