import { levelFieldNames, levelFields, type LevelOptions } from '../rules/level-fields.ts'
import type { CampaignFrequency } from '../tables.ts'

/** A giving level that donors can choose. Amounts in minor units of the campaign's currency. */
export type Level = LevelOptions & {
  readonly id: bigint
  readonly title: string
  readonly description: string
  readonly amount: bigint
  /** The price of `size` pieces; null: every piece has the same price. */
  readonly bundle: { readonly size: number; readonly amount: bigint } | null
  /** Number of shares in one piece; null: not a Qurbani item. */
  readonly shares: number | null
  /** The only frequency it can be chosen for; null: any. */
  readonly frequency?: CampaignFrequency | null
  readonly claimLimit: number
  readonly claimed: number
  readonly reserved: number
  readonly benefitValue: bigint
  readonly flags: number
}

/** The level as `json_build_object` returns it, with bigints as text. */
export type LevelJson = Omit<Level, 'id' | 'amount' | 'bundle' | 'benefitValue'> & {
  readonly id: string
  readonly amount: string
  readonly bundleSize: number | null
  readonly bundleAmount: string | null
  readonly benefitValue: string
}

/** Arguments of `json_build_object` for a level `l`. */
export const levelColumns = `'id', l.id::text, 'title', l.title, 'description', l.description, 'amount', l.amount::text,
  'bundleSize', l.bundle_size, 'bundleAmount', l.bundle_amount::text, 'shares', l.shares, 'frequency', l.frequency, 'claimLimit', l.claim_limit, 'claimed', l.claimed, 'reserved', l.reserved, 'benefitValue', l.benefit_value::text, 'flags', l.flags,
  ${levelFieldNames.map((name) => `'${name}', l.${levelFields[name].column}`).join(', ')}`

export const levelOf = ({ bundleSize, bundleAmount, ...json }: LevelJson): Level => ({
  ...json,
  id: BigInt(json.id),
  amount: BigInt(json.amount),
  bundle: bundleSize && bundleAmount ? { size: bundleSize, amount: BigInt(bundleAmount) } : null,
  benefitValue: BigInt(json.benefitValue),
})
