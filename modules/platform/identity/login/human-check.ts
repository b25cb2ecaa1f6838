import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

/**
 * A proof of work that costs one visitor little and a bot much (security-15); the application's composition provides
 * it.
 */
export type HumanCheckPorts = {
  readonly humanCheck: {
    /** The challenge for this visit, valid for a short while; more failures make it harder. */
    ask(ports: Ports, secret: string, scope: string, failures: number): object
    /**
     * Whether this solves the challenge of that visit, at no much lower difficulty than now; each solution counts once.
     */
    accept(ports: Ports, secret: string, scope: string, answer: string, failures: number): Promise<boolean>
  }
}

/** Difficulty of the first challenge; it rises by one for every 20 further requests. */
const baseDifficulty = 5
const requestsPerLevel = 20

/**
 * Throws `human-check-required` with a challenge when a network is over its limit and the request has no valid proof of
 * work. A mosque may share one address, so no one behind it is locked out (security-15).
 */
export async function requireHumanCheck(
  ports: Ports & HumanCheckPorts & { readonly tokenSecret: string },
  check: { readonly scope: string; readonly requestsOverLimit: number; readonly proof: string | undefined },
): Promise<void> {
  if (check.requestsOverLimit <= 0) return
  const { ask, accept } = ports.humanCheck
  const difficulty = baseDifficulty + Math.floor(check.requestsOverLimit / requestsPerLevel)
  if (check.proof && (await accept(ports, ports.tokenSecret, check.scope, check.proof, difficulty))) return
  throw new Problem('rate-limit', 'human-check-required', {
    more: { proof: ask(ports, ports.tokenSecret, check.scope, difficulty) },
  })
}
