import type { GatewayAddresses } from '@halyard/gateway';
import { z } from 'zod';

const addresses = z.object({
  baseUrl: z.url(),
  redirectUrl: z.url().exactOptional(),
  authorityFile: z.string().exactOptional(),
});

/** Reads the addresses that the gateway's edge returned, from this process or another. @throws ZodError */
export const gatewayAddresses = (opened: unknown): GatewayAddresses => addresses.parse(opened);
