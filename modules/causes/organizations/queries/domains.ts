import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** The charity that verified a host. */
type VerifiedDomain = {
  readonly organizationId: bigint
  /** The charity's current subdomain. */
  readonly subdomain: string
  /** Whether the latest DNS check found the value. Only then is the host canonical and gets certificates (pages-16). */
  readonly hasRecord: boolean
  readonly isPrimary: boolean
}

/**
 * Returns the charity that verified a host (lower case, without port); undefined if none did, or if the charity isn't
 * public: never verified, rejected or closed.
 */
export async function findVerifiedDomain(db: Db, host: string): Promise<VerifiedDomain | undefined> {
  const row = await db
    .selectFrom('organizations.domain as d')
    .innerJoin('organizations.organization as o', 'o.id', 'd.organization_id')
    .select(['d.organization_id', 'o.slug', 'd.missing_count', 'd.is_primary'])
    .where('d.host', '=', host)
    .where('d.verified_at', 'is not', null)
    .where('o.verified_at', 'is not', null)
    .where('o.closed_at', 'is', null)
    .where('o.verification_state', '!=', 'rejected')
    .executeTakeFirst()
  return (
    row && {
      organizationId: row.organization_id,
      subdomain: row.slug,
      hasRecord: row.missing_count === 0,
      isPrimary: row.is_primary,
    }
  )
}

/** Returns the host of each charity's public addresses by charity; charities without one are missing. */
export async function primaryDomains(db: Db, organizationIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('organizations.domain')
    .select(['organization_id', 'host'])
    .where('organization_id', 'in', [...new Set(organizationIds)])
    .where('is_primary', '=', true)
    .where('missing_count', '=', 0)
    .execute()
  return new Map(rows.map(({ organization_id, host }) => [organization_id, host]))
}

/** Returns the hosts that a charity verified. */
export const verifiedHostsOf = async (db: Db, organizationId: bigint): Promise<string[]> =>
  (
    await db
      .selectFrom('organizations.domain')
      .select('host')
      .where('organization_id', '=', organizationId)
      .where('verified_at', 'is not', null)
      .execute()
  ).map(({ host }) => host)
