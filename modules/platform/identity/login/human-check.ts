import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

/**
 * A check that costs a person nothing and a machine a little (security-15); whoever composes the application says
 * which.
 */
export type HumanCheckPorts = {
  readonly humanCheck: {
    /** What a browser has to work out, for this visit and a short while; the more failures, the longer it takes. */
    ask(ports: Ports, secret: string, scope: string, failures: number): object
    /**
     * Whether this is the answer of that visit, to no much easier question than is asked now; each answer counts once.
     */
    accept(ports: Ports, secret: string, scope: string, answer: string, failures: number): Promise<boolean>
  }
}

/** From here on each further twenty double the work. */
const step = 20
const easiest = 5

/**
 * Lets everybody by while their network is `over` no limit, and whoever has worked for it afterwards: a whole mosque
 * may share an address, and is not locked out (security-15).
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
