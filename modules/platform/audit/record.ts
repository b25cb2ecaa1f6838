import type { Tx } from '#shared/ports.ts'
import type { Act } from './entry.ts'
import { insertEntries } from './queries.ts'
import { secretsIn } from './rules/secrets.ts'

/**
 * Writes down sensitive acts in the transaction that does them: both stand, or neither (security-9). Nothing of it is
 * ever changed.
 */
export async function record(tx: Tx, ...acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const told = acts.flatMap((act) => secretsIn(act.details ?? {}))
  if (told.length > 0) throw new Error(`an audit entry would keep a secret: ${told.join(', ')}`)
  await insertEntries(tx, acts)
}
