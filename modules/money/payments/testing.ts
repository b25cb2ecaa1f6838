import { createHash } from 'node:crypto'
import type { ProofChallenge } from './rules/proof-of-work.ts'

/** Solves a challenge like a browser and returns the `reCaptcha` field. */
export function solvedProof(challenge: ProofChallenge): string {
  let number = 0
  while (createHash('sha256').update(`${challenge.salt}:${number}`).digest('hex') !== challenge.target) number += 1
  return btoa(JSON.stringify({ ...challenge, number }))
}
