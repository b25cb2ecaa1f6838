import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { isAddressAllowed } from '../rules/allowed-addresses.ts'
import { isApiKey, isApiKeyValid } from '../rules/api-key.ts'
import { findApiKey, type FoundApiKey, touchApiKey } from './queries.ts'

/**
 * Finds an API key that is valid now for this address (security-21). Its last use is written at most once a minute.
 * Throws 401 `api-key-not-valid` for a key that is mistyped, unknown, expired or revoked, and 403 `api-key-address` for
 * an address that it doesn't allow.
 */
export async function findValidApiKey(
  ports: Pick<Ports, 'clock' | 'statement'>,
  { key, hash, ip }: { readonly key: string; readonly hash: Buffer; readonly ip: string },
): Promise<FoundApiKey> {
  const found = isApiKey(key) ? await findApiKey(ports, hash) : undefined
  const now = ports.clock()
  if (!found || !isApiKeyValid(found, found.isFormer ? 'former' : 'current', now))
    throw new Problem('authentication', 'api-key-not-valid')
  if (!isAddressAllowed(found.allowedAddresses, ip)) throw new Problem('authorization', 'api-key-address')
  if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() > 60_000)
    await touchApiKey(ports, found.id, now)
  return found
}
