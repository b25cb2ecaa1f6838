import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'

/** Whether a donor declared Gift Aid to a charity. */
export const hasDeclarations = async (db: Db, organizationId: bigint): Promise<boolean> =>
  (await sql`select from gift_aid.declaration where organization_id = ${organizationId} limit 1`.execute(db)).rows
    .length > 0
