import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Clock, DomainError, newId } from '@halyard/core';
import { Sealer, UnsealingError } from '@halyard/persistence';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthConfig } from '../config.js';
import { assertionOf, attestationOf } from './passkey-response.js';
import { Passkey } from './passkey.entity.js';

const CHALLENGE = 'auth.passkey-challenge';
/** Time to find a security key and touch it. */
const VALID_MS = 5 * 60_000;
export const PASSKEYS_MAX = 20;

/** The options for the browser's script, and the challenge that the form sends back. */
export interface PasskeyOffer {
  readonly options: string;
  readonly sealedChallenge: string;
}

interface PasskeyOwner {
  readonly personId: string;
  readonly sessionId: string;
}

export interface PasskeyAnswer {
  readonly credential: string;
  readonly sealedChallenge: string;
}

/**
 * Passkeys (WebAuthn) as a second factor after the password. The authenticator has to verify the person. A challenge is
 * sealed for its session and ends with it, so opening a page stores nothing.
 */
@Injectable()
export class Passkeys {
  private readonly origin: string;
  private readonly host: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    { addresses }: AuthConfig,
  ) {
    const { origin, hostname } = new URL(addresses.url);
    this.origin = origin;
    this.host = hostname;
  }

  /** Browsers bind passkeys to host names, and not to IP addresses. */
  private get areOffered(): boolean {
    return isIP(this.host.replaceAll(/[[\]]/g, '')) === 0;
  }

  of(personId: string, manager: EntityManager = this.dataSource.manager): Promise<Passkey[]> {
    return manager.find(Passkey, { where: { personId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /**
   * @param name shown for the passkey on the person's devices
   * @returns undefined if passkeys are not offered
   */
  async offerNew(asked: PasskeyOwner, name: string): Promise<PasskeyOffer | undefined> {
    if (!this.areOffered) return undefined;
    const options = await generateRegistrationOptions({
      rpName: this.host,
      rpID: this.host,
      userName: name,
      userID: new Uint8Array(Buffer.from(asked.personId)),
      attestationType: 'none',
      excludeCredentials: (await this.of(asked.personId)).map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    });
    return this.offer(asked, options);
  }

  /** @returns undefined if the person has no passkeys */
  async offerUse(asked: PasskeyOwner): Promise<PasskeyOffer | undefined> {
    const own = this.areOffered ? await this.of(asked.personId) : [];
    if (own.length === 0) return undefined;
    const options = await generateAuthenticationOptions({
      rpID: this.host,
      allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
      userVerification: 'required',
    });
    return this.offer(asked, options);
  }

  /**
   * Checks a new passkey.
   *
   * @returns undefined if the response is not valid
   * @throws DomainError BadRequest if the form is out of date, or holds no such response
   */
  async made(asked: PasskeyOwner, { credential, sealedChallenge }: PasskeyAnswer): Promise<Passkey | undefined> {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: attestationOf(credential),
      expectedChallenge: await this.challengeOf(asked, sealedChallenge),
      expectedOrigin: this.origin,
      expectedRPID: this.host,
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return this.dataSource.manager.create(Passkey, {
      ...{ id: newId(), personId: asked.personId, credentialId: id, publicKey: Buffer.from(publicKey) },
      ...{ counter: String(counter), createdAt: this.clock.system() },
    });
  }

  /** @throws as `made` */
  async use(tx: EntityManager, asked: PasskeyOwner, { credential, sealedChallenge }: PasskeyAnswer): Promise<boolean> {
    const response = assertionOf(credential);
    const expectedChallenge = await this.challengeOf(asked, sealedChallenge);
    const passkey = await tx.findOneBy(Passkey, { personId: asked.personId, credentialId: response.id });
    if (!passkey) return false;
    const { credentialId: id, publicKey, counter } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: this.origin,
      expectedRPID: this.host,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || !authenticationInfo) return false;
    const counted = { counter: String(authenticationInfo.newCounter) };
    const used = await tx.update(Passkey, { id: passkey.id, counter }, counted);
    return used.affected === 1;
  }

  private async offer(
    { personId, sessionId }: PasskeyOwner,
    options: { readonly challenge: string },
  ): Promise<PasskeyOffer> {
    const validUntil = this.clock.system().getTime() + VALID_MS;
    const sealed = await this.sealer.seal(personId, CHALLENGE, `${sessionId} ${validUntil} ${options.challenge}`);
    return { options: JSON.stringify(options), sealedChallenge: sealed.toString('base64url') };
  }

  /** @throws DomainError BadRequest */
  private async challengeOf({ personId, sessionId }: PasskeyOwner, sealed: string): Promise<string> {
    try {
      const opened = await this.sealer.open(personId, CHALLENGE, Buffer.from(sealed, 'base64url'));
      const [session, validUntil, challenge = ''] = opened.split(' ');
      if (session === sessionId && this.clock.system().getTime() < Number(validUntil)) return challenge;
    } catch (error) {
      if (!(error instanceof UnsealingError)) throw error;
    }
    throw new DomainError('BadRequest', { message: 'This page is out of date. Open it again.' });
  }
}
