import type { ColumnType } from 'kysely'
import type { Ports } from '#shared/ports.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'flags.flag': { key: string; value: string; description: string; changed_at: ColumnType<Date, Date, Date> }
  }
}

export type FlagKey = 'zakat-variant' | 'zakat-selector-on-scheduled-giving' | 'zakat-home' | 'dhul-hijjah-referrals'
/** `flagOverrides`: from the environment, above the rows. */
export type FlagPorts = Ports & { readonly flagOverrides: Readonly<Record<string, string>> }

const keptMs = 5000
const memories = new WeakMap<object, { readAt: number; values: Promise<ReadonlyMap<string, string>> }>()

/** A switch's value, at most five seconds old; evaluated on the server only (decisions.md 52). A switch without a row is `''`. */
export async function flag(ports: FlagPorts, key: FlagKey): Promise<string> {
  const override = ports.flagOverrides[key]
  if (override !== undefined) return override
  const now = ports.clock().getTime()
  let memory = memories.get(ports.db)
  if (!memory || now - memory.readAt > keptMs || now < memory.readAt) {
    memory = { readAt: now, values: readFlags(ports) }
    memories.set(ports.db, memory)
    // A failed reading must not be remembered as the answer.
    memory.values.catch(() => memories.delete(ports.db))
  }
  return (await memory.values).get(key) ?? ''
}

const readFlags = async (ports: Ports): Promise<ReadonlyMap<string, string>> =>
  new Map((await ports.db.selectFrom('flags.flag').select(['key', 'value']).execute()).map((row) => [row.key, row.value]))

export const listFlags = (ports: Ports) => ports.db.selectFrom('flags.flag').selectAll().orderBy('key').execute()

/** Turns a switch; every process follows within five seconds. False: there is no such switch. */
export async function setFlag(ports: Ports, key: string, value: string): Promise<boolean> {
  const changed = await ports.write((tx) => tx.updateTable('flags.flag').set({ value, changed_at: ports.clock() }).where('key', '=', key).executeTakeFirst())
  memories.delete(ports.db)
  return changed.numUpdatedRows > 0n
}
