/** The flag of a level that is not shown to donors (S2 §3 "flag bit 8"). */
export const hiddenFlag = 8

/** How many are still free; `null` for a level without a limit (S1 §3: 0 or less means unlimited). Those held by donors who are paying are not free. */
export const remainingOf = (level: { readonly claimLimit: number; readonly claimed: number; readonly reserved: number }): number | null =>
  level.claimLimit <= 0 ? null : Math.max(0, level.claimLimit - level.claimed - level.reserved)

/** "Sold out" is said when claimed is at or above a positive limit (S1 §9). One that is merely held may come free again. */
export const isSoldOut = (level: { readonly claimLimit: number; readonly claimed: number }): boolean =>
  level.claimLimit > 0 && level.claimed >= level.claimLimit

/** What a level may ask of whoever chooses it, and that it is worth something to them; a gift keeps what its own asked. */
export type LevelAsked = 'note' | 'email' | 'email-required' | 'shipping' | 'contact' | 'medical' | 'benefit'

/** What a level asks now. */
export const askedBy = (level: {
  readonly includeNote: boolean
  readonly requireNote: boolean
  readonly includeEmail: boolean
  readonly requireEmail: boolean
  readonly requireShipping: boolean
  readonly requireEmergencyContact: boolean
  readonly requireMedical: boolean
  readonly benefitValue: bigint
}): LevelAsked[] => [
  ...(level.includeNote || level.requireNote ? (['note'] as const) : []),
  ...(level.includeEmail || level.requireEmail ? (['email'] as const) : []),
  ...(level.requireEmail ? (['email-required'] as const) : []),
  ...(level.requireShipping ? (['shipping'] as const) : []),
  ...(level.requireEmergencyContact ? (['contact'] as const) : []),
  ...(level.requireMedical ? (['medical'] as const) : []),
  ...(level.benefitValue > 0n ? (['benefit'] as const) : []),
]
