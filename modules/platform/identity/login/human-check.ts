import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { TokenSecret } from '../rules/token-secrets.ts'

/**
 * A proof of work that costs a visitor little and a bot much (security-15); the application provides the
 * implementation.
 */
export type HumanCheckPorts = {
  readonly humanCheck: {
    /** Returns the challenge for this visit, valid for a short time; more failures make it harder. */
    ask(ports: Ports, secret: TokenSecret, scope: string, failures: number): object
    /**
     * Whether the answer solves the visit's challenge, at a difficulty not much below the current one. Each solution
     * counts once.
     */
    accept(ports: Ports, secret: TokenSecret, scope: string, answer: string, failures: number): Promise<boolean>
  }
}

/** Difficulty of the first challenge; it rises by one for every 20 further requests. */
const baseDifficulty = 5
const requestsPerLevel = 20

/**
 * Throws `human-check-required` with a challenge if a network is over its limit and the request has no valid proof of
 * work. Because a mosque may share one address, no one behind it is locked out (security-15).
 */
export async function requireHumanCheck(
  ports: Ports & HumanCheckPorts & { readonly tokenSecret: TokenSecret },
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
