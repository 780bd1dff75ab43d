import { z } from 'zod';

/** The facts that services may ask about an active application. They do not store them. */
export const applicationFact = z.object({
  applicationId: z.uuid(),
  accountId: z.uuid(),
  origins: z.array(z.string()).describe('Of its pages. A port of `*` stands for any.'),
});

export type ApplicationFact = z.infer<typeof applicationFact>;

/** The applications that may have acted for an account: its own, and the first-party ones that people use. */
export const accountApplications = z.object({
  applications: z
    .array(z.object({ id: z.uuid(), name: z.string(), kind: z.enum(['server', 'integration', 'first-party']) }))
    .readonly(),
});

export type AccountApplications = z.infer<typeof accountApplications>;
