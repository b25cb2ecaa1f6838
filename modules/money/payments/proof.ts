import { minuteMs } from '#shared/time.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Ports } from '#shared/ports.ts'
import { isSignedBy, signingSecretOf, type TokenSecret } from '#modules/platform/identity/rules/token-secrets.ts'
import { markProofAsUsed } from './payment-history.ts'
import { type ProofChallenge, rangeFor, readProof } from './rules/proof-of-work.ts'

const validMs = 10 * minuteMs
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (secret: string, { salt, target, range }: Omit<ProofChallenge, 'signature'>) =>
  createHmac('sha256', secret).update(`${salt}|${target}|${range}`).digest()

/** Creates a challenge that is valid for ten minutes and for one subject (a visit, or one attempt of it). */
export function createProofChallenge(
  ports: Ports,
  secret: TokenSecret,
  subject: string,
  failures: number,
): ProofChallenge {
  const range = rangeFor(failures)
  const salt = `${hash(subject).slice(0, 16)}.${ports.clock().getTime() + validMs}.${ports.newToken(16)}`
  const number = Buffer.from(ports.newToken(6), 'base64url').readUIntBE(0, 6) % range
  const unsigned = { salt, target: hash(`${salt}:${number}`), range }
  return { ...unsigned, signature: sign(signingSecretOf(secret), unsigned).toString('base64url') }
}

/**
 * Returns the salt of a valid, solved proof that we signed for this subject; undefined otherwise. The difficulty may
 * be that of two failures ago, because other attempts fail in the meantime; easier proofs can't be hoarded. The
 * caller must mark the salt as used.
 */
export function verifyProof(
  ports: Ports,
  secret: TokenSecret,
  subject: string,
  text: string,
  failures = 0,
): string | undefined {
  const proof = readProof(text)
  if (!proof || proof.range < rangeFor(failures - 2)) return undefined
  if (!isSignedBy(secret, Buffer.from(proof.signature, 'base64url'), (one) => sign(one, proof))) return undefined
  const [owner, expiry] = proof.salt.split('.')
  if (owner !== hash(subject).slice(0, 16) || Number(expiry) < ports.clock().getTime()) return undefined
  return hash(`${proof.salt}:${proof.number}`) === proof.target ? proof.salt : undefined
}

/** Verifies a proof and marks it as used; returns true once per proof. */
export async function acceptProof(
  ports: Ports,
  secret: TokenSecret,
  subject: string,
  text: string,
  failures = 0,
): Promise<boolean> {
  const salt = verifyProof(ports, secret, subject, text, failures)
  return salt !== undefined && markProofAsUsed(ports, salt, ports.clock())
}
