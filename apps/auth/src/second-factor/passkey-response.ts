import { DomainError } from '@halyard/core';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

const base64url = z.string().regex(/^[\w-]+$/);

const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

const attestation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

const assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

function read<Shape extends z.ZodType>(shape: Shape, text: string): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new DomainError('BadRequest', { message: 'The browser sent no passkey that can be read.' });
  }
}

/** @throws DomainError BadRequest */
export const attestationOf = (text: string): RegistrationResponseJSON => ({
  ...read(attestation, text),
  clientExtensionResults: {},
});

/** @throws DomainError BadRequest */
export const assertionOf = (text: string): AuthenticationResponseJSON => ({
  ...read(assertion, text),
  clientExtensionResults: {},
});
