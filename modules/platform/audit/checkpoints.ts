import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import './tables.ts'

/** Entries older than this are committed: no transaction lasts as long, so no lower id can appear any more. */
const restMinutes = 15
const batch = 10_000

/**
 * Adds checkpoints over the entries since the last one, each with the hash of its entries and of the previous
 * checkpoint (security-9). Check Q13 recomputes them. Returns the number of entries covered; only one worker at a time
 * does this.
 */
export async function addCheckpoints(ports: Pick<Ports, 'write' | 'clock'>): Promise<number> {
  let sum = 0
  for (;;) {
    const instant = ports.clock()
    const covered = await ports.write(async (tx) => {
      const { rows: locks } = await sql<{
        isOurs: boolean
      }>`select pg_try_advisory_xact_lock(2262) as "isOurs"`.execute(tx)
      if (!one(locks).isOurs) return 0
      const { rows } = await sql<{ entries: bigint }>`
        with
          last as (select last_entry, hash from audit.checkpoint order by id desc limit 1),
          due as (
            select min(id) as first_id, max(id) as last_id, count(*) as entries
            from (
              select id
              from audit.entry
              where id > coalesce((select last_entry from last), 0)
                and id < coalesce(
                  (
                    select min(id)
                    from audit.entry
                    where id > coalesce((select last_entry from last), 0)
                      and happened_at > ${instant}::timestamptz - make_interval(mins => ${restMinutes})
                  ),
                  9223372036854775807
                )
              order by id
              limit ${batch}
            ) e
          )
        insert into audit.checkpoint (first_entry, last_entry, entries, hash, created_at)
        select first_id, last_id, entries, audit.hash_of((select hash from last), first_id, last_id), ${instant}
        from due
        where entries > 0
        returning entries
      `.execute(tx)
      return Number(rows[0]?.entries ?? 0)
    })
    sum += covered
    if (covered < batch) return sum
  }
}
