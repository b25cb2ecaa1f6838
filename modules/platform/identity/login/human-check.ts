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

/** From here each further twenty failures double the work. */
const step = 20
const easiest = 5

/**
 * Passes requests while their network is below the limit, and with a proof of work beyond it: a whole mosque may share
 * an address, and is not locked out (security-15).
 */
export async function refuseFlood(
  ports: Ports & HumanCheckPorts & { readonly tokenSecret: string },
  of: { readonly scope: string; readonly over: number; readonly answer: string | undefined },
): Promise<void> {
  if (of.over <= 0) return
  const { ask, accept } = ports.humanCheck
  const failures = easiest + Math.floor(of.over / step)
  if (of.answer && (await accept(ports, ports.tokenSecret, of.scope, of.answer, failures))) return
  throw new Problem('rate-limit', 'human-check-required', {
    more: { proof: ask(ports, ports.tokenSecret, of.scope, failures) },
  })
}
