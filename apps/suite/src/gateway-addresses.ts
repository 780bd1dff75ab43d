import type { GatewayAddresses } from '@halyard/gateway';
import { z } from 'zod';

const addresses = z.object({
  baseUrl: z.url(),
  redirectUrl: z.url().exactOptional(),
  authorityFile: z.string().exactOptional(),
});

/** What the gateway's edge said that it opened, in this process or in one of its own. @throws ZodError */
export const gatewayAddresses = (opened: unknown): GatewayAddresses => addresses.parse(opened);
