import type { Tx } from '#shared/ports.ts'
import { insertEntries } from './queries.ts'
import { secretsIn } from './rules/secrets.ts'

export type Actor = { readonly kind: 'account' | 'guest'; readonly id: string } | { readonly kind: 'visitor' | 'system' }

export type Act = {
  readonly actor: Actor
  /** `<module>.<what-was-done>`, kebab-case: `identity.password-changed`. */
  readonly act: string
  /** What it was done to: `account:<id>`, `card:<id>`. */
  readonly object: string
  readonly at: Date
  readonly ip?: string | undefined
  /** Before, after, a reason: ids and plain facts. Never a secret, a card or an address; a member named like a secret is a bug. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes down sensitive acts in the transaction that does them: both stand, or neither (trust.md S13). Nothing of it is ever changed. */
export async function record(tx: Tx, ...acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const told = acts.flatMap((act) => secretsIn(act.details ?? {}))
  if (told.length > 0) throw new Error(`an audit entry would keep a secret: ${told.join(', ')}`)
  await insertEntries(tx, acts)
}
