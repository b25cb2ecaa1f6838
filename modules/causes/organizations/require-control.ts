import { type AccountViewer, requireRecentAuthentication, isRestricted } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

/**
 * Throws unless the account may change who controls a charity, or where its money goes, right now: it has proven its
 * identity recently (accounts-2), and staff haven't removed its second factor in the last seven days (accounts-12).
 */
export async function requireControl(ports: Pick<Ports, 'db' | 'clock'>, viewer: AccountViewer): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  if (await isRestricted(ports, viewer.accountId)) throw new Problem('authorization', 'factor-removed-lately')
}
