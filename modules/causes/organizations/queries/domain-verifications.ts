import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { hourMs } from '#shared/time.ts'
import { domainsMax } from '../rules/domain.ts'
import type { DomainVerification } from '../rules/domain-verification.ts'
import '../tables.ts'

/** A domain in a charity's list, with its verification. */
export type Domain = DomainVerification & {
  readonly organizationId: bigint
  readonly host: string
  readonly addedAt: Date
  readonly checkedAt: Date | null
}

const columns = [
  'd.organization_id as organizationId',
  'd.host',
  'd.added_at as addedAt',
  'd.checked_at as checkedAt',
  'd.verified_at as verifiedAt',
  'd.missing_since as missingSince',
  'd.missing_count as missingCount',
  'd.unreachable_since as unreachableSince',
  'd.dropped_at as droppedAt',
  'd.is_primary as isPrimary',
] as const

/** Returns a charity's domains in the order of their positions. */
export const domainsOf = (db: Db, organizationId: bigint): Promise<Domain[]> =>
  db
    .selectFrom('organizations.domain as d')
    .select(columns)
    .where('d.organization_id', '=', organizationId)
    .orderBy('d.position')
    .execute()

/** Returns the value for a charity's TXT records; null if it never listed a domain. */
export const domainTokenOf = async (db: Db, organizationId: bigint): Promise<string | null> =>
  (
    await db
      .selectFrom('organizations.organization')
      .select('domain_token')
      .where('id', '=', organizationId)
      .executeTakeFirst()
  )?.domain_token ?? null

/** Sets the value for a charity's TXT records, unless it has one. */
export const ensureDomainToken = (tx: Tx, organizationId: bigint, token: string) =>
  tx
    .updateTable('organizations.organization')
    .set({ domain_token: token })
    .where('id', '=', organizationId)
    .where('domain_token', 'is', null)
    .execute()

/** Whether another charity has verified a host. */
export const isVerifiedByAnother = async (db: Db, host: string, organizationId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('organizations.domain')
    .select('host')
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .where('organization_id', '!=', organizationId)
    .executeTakeFirst()) !== undefined

/** Adds a domain at the first free position; the caller has locked the charity. Returns false if there is none. */
export async function insertDomain(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly host: string
    readonly byId: string
    readonly at: Date
    readonly nextCheckAt: Date
  },
): Promise<boolean> {
  const taken = await tx
    .selectFrom('organizations.domain')
    .select('position')
    .where('organization_id', '=', input.organizationId)
    .execute()
  const position = Array.from({ length: domainsMax }, (_, index) => index + 1).find(
    (free) => !taken.some((row) => row.position === free),
  )
  if (position === undefined) return false
  await tx
    .insertInto('organizations.domain')
    .values({
      organization_id: input.organizationId,
      position,
      host: input.host,
      added_at: input.at,
      added_by_account_id: input.byId,
      next_check_at: input.nextCheckAt,
    })
    .execute()
  return true
}

/** Removes a domain from a charity's list. */
export const deleteDomain = (tx: Tx, organizationId: bigint, host: string) =>
  tx.deleteFrom('organizations.domain').where('organization_id', '=', organizationId).where('host', '=', host).execute()

/** Sets the host of a charity's public addresses; null: none. The caller has locked the charity. */
export async function setPrimaryDomain(tx: Tx, organizationId: bigint, host: string | null): Promise<void> {
  await tx
    .updateTable('organizations.domain')
    .set({ is_primary: false })
    .where('organization_id', '=', organizationId)
    .where('is_primary', '=', true)
    .execute()
  if (host === null) return
  await tx
    .updateTable('organizations.domain')
    .set({ is_primary: true })
    .where('organization_id', '=', organizationId)
    .where('host', '=', host)
    .execute()
}

/**
 * Stores the verification of a domain after a DNS check. Returns false if the domain was checked, chosen or removed in the
 * meantime. Throws 23505 if another charity verified the host.
 */
export async function saveDomainVerification(
  tx: Tx,
  domain: Domain,
  input: { readonly verification: DomainVerification; readonly now: Date; readonly nextCheckAt: Date },
): Promise<boolean> {
  const { verification } = input
  const { numUpdatedRows } = await tx
    .updateTable('organizations.domain')
    .set({
      verified_at: verification.verifiedAt,
      missing_since: verification.missingSince,
      missing_count: verification.missingCount,
      unreachable_since: verification.unreachableSince,
      dropped_at: verification.droppedAt,
      is_primary: verification.isPrimary,
      checked_at: input.now,
      next_check_at: input.nextCheckAt,
    })
    .where('organization_id', '=', domain.organizationId)
    .where('host', '=', domain.host)
    .where('added_at', '=', domain.addedAt)
    .where('is_primary', '=', domain.isPrimary)
    .where('checked_at', domain.checkedAt ? '=' : 'is', domain.checkedAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Postpones the next check of a domain. */
export const postponeCheck = (tx: Tx, domain: Domain, until: Date) =>
  tx
    .updateTable('organizations.domain')
    .set({ next_check_at: until })
    .where('organization_id', '=', domain.organizationId)
    .where('host', '=', domain.host)
    .execute()

/**
 * Claims domains that are due for a check, longest due first; no other process gets them until `until`. Dropped domains
 * are checked only on an owner's request.
 */
export const claimDueDomains = (
  tx: Tx,
  { now, until, max }: { readonly now: Date; readonly until: Date; readonly max: number },
): Promise<Domain[]> =>
  tx
    .with('due', (db) =>
      db
        .selectFrom('organizations.domain')
        .select(['organization_id', 'position'])
        .where('next_check_at', '<=', now)
        .where('dropped_at', 'is', null)
        .orderBy('next_check_at')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('organizations.domain as d')
    .from('due')
    .set({ next_check_at: until })
    .whereRef('d.organization_id', '=', 'due.organization_id')
    .whereRef('d.position', '=', 'due.position')
    .returning(columns)
    .execute()

/** Counts a check that an owner requests; returns false if the charity had `max` of them within an hour. */
export async function countDomainCheck(
  tx: Tx,
  organizationId: bigint,
  { now, max }: { readonly now: Date; readonly max: number },
): Promise<boolean> {
  const isOver = sql<boolean>`
    domain_checks_since is null or domain_checks_since <= ${new Date(now.getTime() - hourMs)}::timestamptz
  `
  const { numUpdatedRows } = await tx
    .updateTable('organizations.organization')
    .set({
      domain_checks: sql<number>`case when ${isOver} then 1 else domain_checks + 1 end`,
      domain_checks_since: sql<Date>`case when ${isOver} then ${now}::timestamptz else domain_checks_since end`,
    })
    .where('id', '=', organizationId)
    .where((eb) => eb.or([isOver, eb('domain_checks', '<', max)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
