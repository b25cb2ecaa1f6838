import { createHash } from 'node:crypto'
import type { ProofChallenge } from './rules/proof-of-work.ts'

/** What a browser sends in the `reCaptcha` field. */
export function solvedProof(challenge: ProofChallenge): string {
  let number = 0
  while (createHash('sha256').update(`${challenge.salt}:${number}`).digest('hex') !== challenge.target) number += 1
  return btoa(JSON.stringify({ ...challenge, number }))
}
