import { z } from 'zod'
import { numericIdInput } from '#shared/id-schemas.ts'

/** Fields of a card that an operator can override, with v4 spelling; missing ones stay. */
const override = z.object({
  id: numericIdInput,
  name: z.string().min(1).optional(),
  tagline: z.string().optional(),
  userName: z.string().optional(),
  userImageUrl: z.string().nullable().optional(),
  imageUrl: z.string().nullable().optional(),
  endDate: z.string().nullable().optional(),
  daysLeft: z.number().int().min(0).nullable().optional(),
  donationCount: z.number().int().min(0).optional(),
  donorCount: z.number().int().min(0).optional(),
  fundedPercentage: z.number().int().nullable().optional(),
  pledgeAmount: z.number().int().optional(),
  goal: z.number().int().positive().nullable().optional(),
  location: z.string().optional(),
  organizationName: z.string().optional(),
  zakatApproved: z.boolean().optional(),
  adVariants: z.array(z.object({ creativeType: z.string(), creativeUrl: z.string() })).optional(),
})
/** Only the overridden fields. */
type CardOverride = { readonly id: string } & Readonly<Record<string, unknown>>
export type CardOverrides = ReadonlyMap<string, CardOverride>

/**
 * Parses the operator's `CARD_OVERRIDES`, a JSON array of cards, into a map by id; undefined if invalid, which is
 * ignored (S1 §8).
 */
export function parseOverrides(text: string): CardOverrides | undefined {
  if (text.trim() === '') return new Map()
  try {
    const parsed = z.array(override).safeParse(JSON.parse(text))
    return parsed.success ? new Map(parsed.data.map((card) => [card.id, card as CardOverride])) : undefined
  } catch {
    return undefined
  }
}
