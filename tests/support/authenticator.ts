import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Held = {
  readonly id: string
  readonly privateKey: KeyObject
  readonly userHandle: string
  readonly rpId: string
  counter: number
}

/** Deviations of an authenticator, for tests. */
export type AuthenticatorDeviations = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  readonly isVerified?: boolean
  readonly userHandle?: string
  readonly signedBy?: KeyObject
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')

/**
 * A software authenticator that creates passkeys and signs challenges in WebAuthn's JSON format. `counts: false`: its
 * signature counter stays 0, as for synced passkeys.
 */
export function anAuthenticator({ origin, counts = true }: { readonly origin: string; readonly counts?: boolean }) {
  const held: Held[] = []
  const clientData = (type: string, challenge: string, place: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: place, crossOrigin: false }))
  const flags = (isVerified: boolean, isNew: boolean) =>
    Buffer.from([0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0)])
  const counterOf = (count: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(count)
    return bytes
  }

  return {
    held,
    make(
      options: PublicKeyCredentialCreationOptionsJSON,
      says: AuthenticatorDeviations = {},
    ): RegistrationResponseJSON {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      const rpId = says.rpId ?? options.rp.id!
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x!, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y!, 'base64url'))],
        ]) as never,
      )
      const authData = Buffer.concat([
        sha256(rpId),
        flags(says.isVerified ?? true, true),
        counterOf(says.counter ?? 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]) as never,
      )
      held.push({ id: base64url(id), privateKey, userHandle: options.user.id, rpId, counter: says.counter ?? 0 })
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(
            clientData('webauthn.create', says.challenge ?? options.challenge, says.origin ?? origin),
          ),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    answer(
      options: Pick<PublicKeyCredentialRequestOptionsJSON, 'challenge'>,
      says: AuthenticatorDeviations = {},
    ): AuthenticationResponseJSON {
      const key = held.at(-1)!
      if (counts) key.counter += 1
      const data = clientData('webauthn.get', says.challenge ?? options.challenge, says.origin ?? origin)
      const authData = Buffer.concat([
        sha256(says.rpId ?? key.rpId),
        flags(says.isVerified ?? true, false),
        counterOf(says.counter ?? key.counter),
      ])
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(
            sign('sha256', Buffer.concat([authData, sha256(data)]), says.signedBy ?? key.privateKey),
          ),
          userHandle: says.userHandle ?? key.userHandle,
        },
      }
    },
  }
}
