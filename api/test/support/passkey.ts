import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import {
  newPasskeyView,
  passkeyCreationView,
  passkeyRequestView,
  paths,
  type PasskeyAssertion,
  type UserView,
} from '@dps/contract';
import { expectView, TestClient } from './client.ts';
import type { TestServer } from './server.ts';
import { cookieOf, type TestUser } from './users.ts';

const ORIGIN = 'http://localhost:4200';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const counted = (count: number) => Buffer.from([0, 0, count >> 8, count & 0xff]);

/** COSE key of ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    ),
  );
}

/** Differences of a response from that of a correct browser and authenticator. */
interface Flaws {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  count?: number;
  type?: string;
  userHandle?: string;
}

/** A passkey in software. Its counter grows with each signature. */
export class SoftwarePasskey {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private count = 0;

  constructor(readonly userId: number) {}

  /** Returns the body of the call that adds the passkey. */
  create(challenge: string, flaws: Flaws = {}) {
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.keys.publicKey)]);
    const authData = Buffer.concat([this.data(flaws, HAS_CREDENTIAL), credential]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      credential: {
        id: this.id.toString('base64url'),
        clientDataJSON: this.clientData('webauthn.create', challenge, flaws).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign(challenge: string, flaws: Flaws = {}): PasskeyAssertion {
    this.count += 1;
    const authenticatorData = this.data(flaws);
    const clientData = this.clientData('webauthn.get', challenge, flaws);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
      userHandle: Buffer.from(flaws.userHandle ?? String(this.userId)).toString('base64url'),
    };
  }

  private data({ rpId = 'localhost', isVerified = true, count = this.count }: Flaws, flags = 0): Buffer {
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counted(count)]);
  }

  private clientData(type: string, challenge: string, flaws: Flaws): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge,
        origin: flaws.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    );
  }
}

/** Requests the challenge for a new passkey of a user. */
export const creationOf = async ({ client }: Pick<TestUser, 'client'>) =>
  expectView(await client.proved.post(paths.passkeyCreation()), 200, passkeyCreationView);

export async function addPasskey({ user, client }: { user: Pick<UserView, 'id'>; client: TestClient }) {
  const software = new SoftwarePasskey(user.id);
  const { challenge } = await creationOf({ client });
  const response = await client.post(paths.passkeys(), software.create(challenge));
  return { software, ...expectView(response, 201, newPasskeyView) };
}

/** Requests a challenge to sign in. The client has its cookie. */
export async function challengeOf(server: TestServer): Promise<{ challenge: string; browser: TestClient }> {
  const response = await new TestClient(server).post(paths.passkeyChallenge());
  const { challenge } = expectView(response, 200, passkeyRequestView);
  return { challenge, browser: new TestClient(server, cookieOf(response)) };
}
