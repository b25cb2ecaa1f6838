import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'

/**
 * Returns the names of objects in the audit log, such as `organization:18`, by object: of charities, fundraisers and
 * accounts, the numbers of receipts and payouts, and the references of payments and donations. Other objects, and those
 * that were erased, have none.
 */
export async function namesOfObjects(db: Db, objects: readonly string[]): Promise<Map<string, string>> {
  const idsOf = (kind: string, shape: RegExp) =>
    objects.flatMap((object) => {
      const [name, id = ''] = object.split(':')
      return name === kind && shape.test(id) ? [id] : []
    })
  const [number, uuid] = [/^\d{1,18}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/]
  const { rows } = await sql<{ object: string; name: string }>`
    select 'organization:' || id as object, name
    from organizations.organization
    where id = any(${idsOf('organization', number)}::bigint[])
    union all
    select 'campaign:' || id, name
    from campaigns.campaign
    where id = any(${idsOf('campaign', number)}::bigint[])
    union all
    select 'account:' || id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, '')
    from identity.account
    where id = any(${idsOf('account', uuid)}::uuid[])
    union all
    select 'receipt:' || id, number
    from receipts.receipt
    where id = any(${idsOf('receipt', uuid)}::uuid[])
    union all
    select 'intent:' || intent_id, right(id::text, 10)
    from giving.donation
    where intent_id = any(${idsOf('intent', uuid)}::uuid[]) and line = 1
    union all
    select 'donation:' || id, right(id::text, 10)
    from giving.donation
    where id = any(${idsOf('donation', uuid)}::uuid[])
  `.execute(db)
  return new Map(rows.flatMap(({ object, name }) => (name === '' ? [] : [[object, name] as const])))
}

/** Returns the objects of a charity in the audit log: itself, its fundraisers and pages, and its payouts. */
export async function objectsOfCharity(db: Db, organizationId: bigint): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select 'campaign:' || id as object
    from campaigns.campaign
    where organization_id = ${organizationId}
    union all
    select 'payout:' || id
    from payouts.payout
    where organization_id = ${organizationId}
  `.execute(db)
  return [`organization:${organizationId}`, ...rows.map(({ object }) => object)]
}

/** Lists all charities by name, to choose one. */
export const charitiesToChoose = (db: Db): Promise<{ id: bigint; name: string }[]> =>
  db.selectFrom('organizations.organization').select(['id', 'name']).orderBy('name').orderBy('id').limit(2000).execute()
