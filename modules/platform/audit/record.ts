import type { Tx } from '#shared/ports.ts'
import type { Act } from './entry.ts'
import { insertEntries } from './queries.ts'
import { secretsIn } from './rules/secrets.ts'

/**
 * Records sensitive actions in the transaction that performs them, so both are committed or neither (security-9).
 * Entries never change.
 */
export async function record(tx: Tx, ...acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const secrets = acts.flatMap((act) => secretsIn(act.details ?? {}))
  if (secrets.length > 0) throw new Error(`an audit entry would keep a secret: ${secrets.join(', ')}`)
  await insertEntries(tx, acts)
}
