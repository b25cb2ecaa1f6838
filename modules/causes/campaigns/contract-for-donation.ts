import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { levelOptionsOnWire } from './contract-level-fields.ts'

/**
 * S1 §3 "Giving level" and S2 §3 "Giving level (reward)", in the specification's spelling. Amounts in minor units of the
 * campaign's currency.
 */
export const reward = z.object({
  ID: z.string(),
  /** The fundraiser that the level belongs to. */
  ProjectID: z.string(),
  /** Bit 8: hidden (S2 §3); such levels are not listed. */
  Flags: z.number().int(),
  /** 1: active; deleted ones are not listed. */
  Status: z.literal(1),
  Title: z.string(),
  Description: z.string(),
  /** Zero: the donor chooses the amount. */
  ChallengeAmount: minorUnits,
  /** 0: unlimited. */
  Limit: z.number().int(),
  PrizeAwarded: z.number().int(),
  /** Units that are neither claimed nor reserved by a pending payment; `null`: unlimited. */
  Remaining: z.number().int().nullable(),
  SoldOut: z.boolean(),
  ...levelOptionsOnWire,
})
z.globalRegistry.add(reward, {
  id: 'Reward',
  description: 'A giving level. Amounts are in minor units of the campaign’s currency.',
})
export type Reward = z.output<typeof reward>

/** A giving level on `/api`, with amounts in decimal major units (contract-2). */
export const projectReward = reward.extend({ ChallengeAmount: z.string() })
z.globalRegistry.add(projectReward, {
  id: 'ProjectReward',
  description: 'A giving level. Amounts are in decimal major units.',
})
export type ProjectReward = z.output<typeof projectReward>

/** Minimal data of a donate form (contract-3). */
export const minimalProject = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  currencyCode: currency,
  status: z.number().int(),
  endDate: instant.nullable(),
  /** Whether donations are accepted now. */
  open: z.boolean(),
  zakatVerified: z.boolean(),
  /** The part of a zakat donation that counts as zakat, in basis points. */
  zakatEligibleBps: z.number().int(),
  giftAid: z.boolean(),
  taxDeductible: z.boolean(),
  taxReceiptCountries: z.array(z.string()),
  tipsEnabled: z.boolean(),
  /** Decimal major units; the currency's minimum if the campaign has none. */
  minimumAmount: z.string(),
})
z.globalRegistry.add(minimalProject, {
  id: 'MinimalProject',
  description: 'The fields of a campaign that a donation form needs.',
})
export type MinimalProject = z.output<typeof minimalProject>
