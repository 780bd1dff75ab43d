import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly host?: string;
  /** Whether the authenticator has asked for a finger or a PIN. */
  readonly verified?: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), uint(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** An authenticator with one passkey, in the form that browsers show to a page (WebAuthn, section 6). */
export class SoftAuthenticator {
  counter = 0;
  private readonly credentialId = randomBytes(16);
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** The JSON of `navigator.credentials.create`. */
  create(ceremony: Ceremony): string {
    const id = Buffer.concat([Buffer.alloc(16), uint(2, this.credentialId.length), this.credentialId, this.coseKey()]);
    const authData = this.authData(ceremony, NEW_CREDENTIAL, id);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    return this.json({
      clientDataJSON: clientData('webauthn.create', ceremony),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /** The JSON of `navigator.credentials.get`. */
  get(ceremony: Ceremony): string {
    const authData = this.authData(ceremony, 0);
    const clientDataJSON = clientData('webauthn.get', ceremony);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, this.privateKey);
    return this.json({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private json(response: object): string {
    const id = this.credentialId.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  private authData({ host = 'localhost', verified = true }: Ceremony, flags: number, rest = Buffer.alloc(0)): Buffer {
    const all = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(host), Buffer.from([all]), uint(4, this.counter), rest]);
  }

  /** RFC 9053: an ES256 key. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string): Buffer =>
      Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      ...[coordinate(x), Buffer.from([0x22]), coordinate(y)],
    ]);
  }
}

const clientData = (type: string, { challenge, origin = 'https://localhost:8443' }: Ceremony): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
