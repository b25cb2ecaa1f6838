import type { Ports } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import { listFlags, lockFlag, updateFlag } from './queries.ts'
import type { flagValues } from './rules/values.ts'

export type FlagKey = keyof typeof flagValues
/** `flagOverrides`: values from the environment, which take precedence over the rows. */
export type FlagPorts = Ports & { readonly flagOverrides: Readonly<Record<string, string>> }

const keptMs = 5000
const memories = new WeakMap<object, { readAt: number; values: Promise<ReadonlyMap<string, string>> }>()

/**
 * Returns a switch's value, at most five seconds old; evaluated on the server only (contract-5). A switch without a row
 * is `''`.
 */
export async function flag(ports: FlagPorts, key: FlagKey): Promise<string> {
  const override = ports.flagOverrides[key]
  if (override !== undefined) return override
  const now = ports.clock().getTime()
  let memory = memories.get(ports.db)
  if (!memory || now - memory.readAt > keptMs || now < memory.readAt) {
    memory = { readAt: now, values: readFlags(ports) }
    memories.set(ports.db, memory)
    // A failed read must not be cached.
    memory.values.catch(() => memories.delete(ports.db))
  }
  return (await memory.values).get(key) ?? ''
}

const readFlags = async (ports: Ports): Promise<ReadonlyMap<string, string>> =>
  new Map((await listFlags(ports.db)).map((row) => [row.key, row.value]))

/**
 * Sets a switch and records it in the audit; this process sees it at once, every other within five seconds. False if
 * there is no such switch.
 */
export async function setFlag(ports: Ports, key: string, value: string): Promise<boolean> {
  const instant = ports.clock()
  const isThere = await ports.write(async (tx) => {
    const before = await lockFlag(tx, key)
    if (!before) return false
    if (before.value === value) return true
    await updateFlag(tx, { key, value, at: instant })
    await record(tx, {
      actor: { kind: 'system' },
      act: 'flags.flag-changed',
      object: `flag:${key}`,
      at: instant,
      details: { before: before.value, after: value },
    })
    return true
  })
  memories.delete(ports.db)
  return isThere
}
