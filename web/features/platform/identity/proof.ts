import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'

/** How long is searched before the rest of the page has its turn: less than a frame. */
const turnMs = 12

/**
 * Searches the number that fits while the page lives on. Answers what the `reCaptcha` field carries. The hash is not
 * the browser's own: to ask for each of very many short texts costs ten times the work itself, and the answers leave
 * the page no turn.
 */
export async function solveProof(challenge: ProofChallenge): Promise<string> {
  const target = hexToBytes(challenge.target)
  const encoder = new TextEncoder()
  let turnEndsAt = performance.now() + turnMs
  for (let number = 0; number < challenge.range; number++) {
    const hash = sha256(encoder.encode(`${challenge.salt}:${number}`))
    if (hash[0] === target[0] && hash.every((byte, index) => byte === target[index]))
      return btoa(JSON.stringify({ ...challenge, number }))
    if (number % 32 === 0 && performance.now() > turnEndsAt) {
      await othersTurn()
      turnEndsAt = performance.now() + turnMs
    }
  }
  throw new Error('the proof has no answer')
}

/** Unlike a timer, this is not throttled in a background tab. */
const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
