import type { LevelQuestions } from './level-fields.ts'

/** The flag of a level that is not shown to donors (S2 §3 "flag bit 8"). */
export const hiddenFlag = 8

/**
 * How many are still free; `null` for a level without a limit (S1 §3: 0 or less means unlimited). Those held by donors
 * who are paying are not free.
 */
export const remainingOf = (level: {
  readonly claimLimit: number
  readonly claimed: number
  readonly reserved: number
}): number | null => (level.claimLimit <= 0 ? null : Math.max(0, level.claimLimit - level.claimed - level.reserved))

/**
 * "Sold out" is said when claimed is at or above a positive limit (S1 §9). One that is merely held may come free again.
 */
export const isSoldOut = (level: { readonly claimLimit: number; readonly claimed: number }): boolean =>
  level.claimLimit > 0 && level.claimed >= level.claimLimit

/** Which questions a donor is asked. */
export type Asks = {
  readonly note: boolean
  readonly email: boolean
  readonly shipping: boolean
  readonly contact: boolean
  readonly medical: boolean
  /** The intention and names of a qurbani order. */
  readonly qurbani: boolean
}

/** `shares`: in one piece of a qurbani item; none: not of an item. */
export type AskingLevel = LevelQuestions & { readonly shares?: number | null }

/**
 * What is asked of whoever chooses a level (content-9); of a gift without one, nothing. What is not asked is
 * neither shown, sent nor kept.
 */
export const asksOf = (level: AskingLevel | undefined): Asks => ({
  note: level !== undefined && (level.includeNote || level.requireNote),
  email: level !== undefined && (level.includeEmail || level.requireEmail),
  shipping: level !== undefined && level.requireShipping,
  contact: level !== undefined && level.requireEmergencyContact,
  medical: level !== undefined && level.requireMedical,
  qurbani: Boolean(level?.shares),
})

/**
 * What a level may ask of whoever chooses it, and that it is worth something to them; a gift keeps what its own asked.
 */
export type LevelAsked = keyof Asks | 'email-required' | 'benefit'

/** What a level asks now. */
export function askedBy(level: AskingLevel & { readonly benefitValue: bigint }): LevelAsked[] {
  const { note, email, ...others } = asksOf(level)
  const asked: Readonly<Record<LevelAsked, boolean>> = {
    note,
    email,
    'email-required': level.requireEmail,
    ...others,
    benefit: level.benefitValue > 0n,
  }
  return (Object.keys(asked) as LevelAsked[]).filter((each) => asked[each])
}
