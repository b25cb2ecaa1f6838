import type { LocalDate } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import type { Tx } from '#shared/ports.ts'
import { saveEnd } from './queries.ts'
import { canEndOn, type Declaration, ukDayOf } from './rules/coverage.ts'

/** Ends a locked declaration from a UK day on; throws if it has ended or the day is in the past (gift-aid-4). */
export async function endDeclarationOn(
  tx: Tx,
  declaration: { readonly id: string } & Pick<Declaration, 'scope' | 'coversFrom' | 'coversUntil'>,
  { day, at }: { readonly day: LocalDate; readonly at: Date },
): Promise<void> {
  if (declaration.coversUntil !== null) throw new Problem('conflict', 'declaration-ended')
  if (!canEndOn(declaration, { day, today: ukDayOf(at) }))
    throw new Problem('validation', 'invalid-input', { fields: { from: { code: 'gift-aid-end-in-past' } } })
  await saveEnd(tx, declaration.id, { day, at })
}
