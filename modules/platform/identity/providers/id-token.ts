import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { ProviderRefusal } from './provider.ts'

export type Jwk = JsonWebKey & { readonly kid?: string; readonly use?: string; readonly alg?: string }
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** How far the provider's clock may be from ours. */
const skewSeconds = 60

/** Signatures by a key pair only: with a shared secret whoever may read a token could also write one. */
const algorithms: Readonly<Record<string, { readonly kty: string; readonly crv?: string; check(data: Buffer, key: KeyObject, signature: Buffer): boolean }>> = {
  RS256: { kty: 'RSA', check: (data, key, signature) => verify('sha256', data, key, signature) },
  PS256: {
    kty: 'RSA',
    check: (data, key, signature) => verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  },
  ES256: { kty: 'EC', crv: 'P-256', check: (data, key, signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature) },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', check: (data, key, signature) => verify(null, data, key, signature) },
}

/** The key a token names, before anything of the token is believed. Undefined `kid`: the issuer has one key. */
export function headerOf(token: string): { readonly alg: string; readonly kid: string | undefined } {
  const { alg, kid } = partOf(token.split('.')[0] ?? '')
  if (typeof alg !== 'string') throw new ProviderRefusal('the ID token names no algorithm')
  return { alg, kid: typeof kid === 'string' ? kid : undefined }
}

/**
 * The claims of an ID token that holds: signed by one of the issuer's keys, from that issuer, for us, in answer to this very nonce, not ended
 * (OpenID Connect Core 3.1.3.7).
 */
export function verifyIdToken(
  token: string,
  of: { readonly keys: readonly Jwk[]; readonly issuers: readonly string[]; readonly clientId: string; readonly nonce: string; readonly now: Date },
): Claims {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > 16_384) throw new ProviderRefusal('the ID token is no signed token')
  const { alg, kid } = headerOf(token)
  if (!Object.hasOwn(algorithms, alg)) throw new ProviderRefusal(`the ID token is signed by ${alg.slice(0, 20)}`)
  const algorithm = algorithms[alg]!
  const key = of.keys.find(
    (each) =>
      each.kty === algorithm.kty &&
      (algorithm.crv === undefined || each.crv === algorithm.crv) &&
      (kid === undefined || each.kid === kid) &&
      (each.use === undefined || each.use === 'sig') &&
      (each.alg === undefined || each.alg === alg),
  )
  if (!key) throw new ProviderRefusal('the ID token is signed by a key the issuer does not have')
  const isSigned = algorithm.check(Buffer.from(`${parts[0]}.${parts[1]}`), publicKey(key), Buffer.from(parts[2]!, 'base64url'))
  if (!isSigned) throw new ProviderRefusal('the signature of the ID token is not the issuer’s')
  const claims = partOf(parts[1]!)
  const fault = faultOf(claims, of)
  if (fault) throw new ProviderRefusal(`the ID token ${fault}`)
  return claims as Claims
}

function faultOf(
  claims: Record<string, unknown>,
  of: { readonly issuers: readonly string[]; readonly clientId: string; readonly nonce: string; readonly now: Date },
): string | undefined {
  const { iss, aud, azp, exp, iat, nbf, nonce, sub } = claims
  const seconds = of.now.getTime() / 1000
  const audience = Array.isArray(aud) ? aud : [aud]
  if (typeof iss !== 'string' || !of.issuers.includes(iss)) return 'is from another issuer'
  if (!audience.includes(of.clientId)) return 'is for somebody else'
  if (azp !== undefined ? azp !== of.clientId : audience.length > 1) return 'was issued to somebody else'
  if (typeof exp !== 'number' || exp + skewSeconds <= seconds) return 'has ended'
  if (typeof iat !== 'number' || iat - skewSeconds > seconds) return 'is from the future'
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf - skewSeconds > seconds)) return 'is not valid yet'
  if (nonce !== of.nonce) return 'answers another question'
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) return 'names nobody'
  return undefined
}

function publicKey(jwk: Jwk): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw new ProviderRefusal('the issuer’s key cannot be read')
  }
}

function partOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // told below
  }
  throw new ProviderRefusal('the ID token cannot be read')
}
