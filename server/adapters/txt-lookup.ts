import { Resolver } from 'node:dns/promises'
import type { TxtAnswer } from '#modules/causes/organizations/rules/domain-verification.ts'

/** Looks up the TXT records of a name in DNS. */
export type TxtLookup = (name: string) => Promise<TxtAnswer>

/** Error codes that mean that the name doesn't exist or has no TXT record. */
const noneCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/**
 * Looks up TXT records at the given DNS servers, or at the system's resolvers if there are none. It never throws: a
 * failure such as SERVFAIL, or no response within `maxMs`, is `unreachable`.
 */
export const createTxtLookup =
  (servers: readonly string[] = [], { tryMs = 2000, maxMs = 10_000 } = {}): TxtLookup =>
  async (name) => {
    // A new resolver for each lookup reads the system's current settings and caches nothing.
    const resolver = new Resolver({ timeout: tryMs, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), maxMs)
    try {
      const records = await resolver.resolveTxt(name)
      // A value of more than 255 bytes is split into several strings.
      return { kind: 'found', values: records.map((strings) => strings.join('')) }
    } catch (error) {
      return { kind: noneCodes.includes((error as { code?: unknown }).code) ? 'none' : 'unreachable' }
    } finally {
      clearTimeout(timer)
    }
  }
