import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Ports } from '#shared/ports.ts'
import { spendProof } from './queries-standing.ts'
import { type ProofChallenge, rangeFor, readProof } from './rules/proof-of-work.ts'

const validMs = 10 * 60_000
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (secret: string, { salt, target, range }: Omit<ProofChallenge, 'signature'>) =>
  createHmac('sha256', secret).update(`${salt}|${target}|${range}`).digest('base64url')

/** A fresh challenge, bound to whose visit it is, good for ten minutes. */
export function createProofChallenge(ports: Ports, secret: string, scope: string, failures: number): ProofChallenge {
  const range = rangeFor(failures)
  const salt = `${hash(scope).slice(0, 16)}.${ports.clock().getTime() + validMs}.${ports.newToken(16)}`
  const number = Buffer.from(ports.newToken(6), 'base64url').readUIntBE(0, 6) % range
  const unsigned = { salt, target: hash(`${salt}:${number}`), range }
  return { ...unsigned, signature: sign(secret, unsigned) }
}

/**
 * True once: signed by us, for this visit, in time, solved, and never used before. The work may be what was asked for two failures ago, for others fail
 * meanwhile; easier ones that were gathered before are worth nothing.
 */
export async function acceptProof(ports: Ports, secret: string, scope: string, text: string, failures = 0): Promise<boolean> {
  const proof = readProof(text)
  if (!proof || proof.range < rangeFor(failures - 2)) return false
  const expected = Buffer.from(sign(secret, proof))
  const given = Buffer.from(proof.signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false
  const [owner, expiry] = proof.salt.split('.')
  if (owner !== hash(scope).slice(0, 16) || Number(expiry) < ports.clock().getTime()) return false
  if (hash(`${proof.salt}:${proof.number}`) !== proof.target) return false
  return spendProof(ports, proof.salt, ports.clock())
}
