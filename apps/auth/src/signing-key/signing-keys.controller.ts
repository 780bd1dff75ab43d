import { Controller, Get } from '@nestjs/common';
import type { Operation, RawDocument } from '@halyard/contracts';
import { CurrentOperation, requireService } from '@halyard/http';
import { SigningKeys } from './signing-keys.js';

/** The JSON Web Key Set (RFC 7517) that gateways check tokens with. */
@Controller('/internal/signing-keys')
export class SigningKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  async getSigningKeys(@CurrentOperation() operation: Operation): Promise<RawDocument> {
    requireService(operation);
    return {
      document: 'raw',
      headers: { 'content-type': 'application/jwk-set+json' },
      body: JSON.stringify(await this.keys.publicKeys()),
    };
  }
}
