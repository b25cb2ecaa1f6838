import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'

/** How long the search runs before yielding to the page, in milliseconds; shorter than a frame. */
const turnMs = 12

/**
 * Solves a proof of work without blocking the page. Returns the value of the `reCaptcha` field. Uses a JavaScript hash,
 * because a WebCrypto call per short text costs ten times as much.
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
      await yieldToPage()
      turnEndsAt = performance.now() + turnMs
    }
  }
  throw new Error('the proof has no answer')
}

/** Yields to other tasks. Unlike timers, messages aren't throttled in background tabs. */
const yieldToPage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
