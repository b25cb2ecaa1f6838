import { Resolver } from 'node:dns/promises'
import type { TxtAnswer } from '#modules/causes/organizations/rules/domain-proof.ts'

/** Asks DNS for the TXT records of a name. */
export type TxtLookup = (name: string) => Promise<TxtAnswer>

/** Answers that say the name doesn't exist or has no TXT record. */
const noneCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/**
 * Asks these servers (none: the system's) for TXT records. It never throws: whatever isn't an answer about the record,
 * such as SERVFAIL or none within `maxMs`, is `unreachable`.
 */
export const createTxtLookup =
  (servers: readonly string[] = [], { tryMs = 2000, maxMs = 10_000 } = {}): TxtLookup =>
  async (name) => {
    // A new one for each question: it reads the system's settings, and keeps no answers.
    const resolver = new Resolver({ timeout: tryMs, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), maxMs)
    try {
      const records = await resolver.resolveTxt(name)
      // A value of more than 255 bytes comes in several strings.
      return { kind: 'found', values: records.map((strings) => strings.join('')) }
    } catch (error) {
      return { kind: noneCodes.includes((error as { code?: unknown }).code) ? 'none' : 'unreachable' }
    } finally {
      clearTimeout(timer)
    }
  }
