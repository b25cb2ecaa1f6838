import { refundReasons, type RefundReason } from '#modules/money/refunds/rules/states.ts'
import type { Currency } from '#shared/money.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { choice, hidden, text, textsWith, type ValuesOf } from '#web/kit/fields.ts'
import { postedExact } from '#web/ui/posted-amount.ts'

export const refundParts = ['gift', 'tip', 'coveredFee'] as const
export type RefundPart = (typeof refundParts)[number]

/** Returns the form field name for one part of a donation. */
export const partField = (part: RefundPart, donationId: string): string => `${part}-${donationId}`

export type PostedRefund = {
  readonly everything: boolean
  readonly lines: readonly {
    readonly donationId: string
    readonly gift: number
    readonly tip: number
    readonly coveredFee: number
  }[]
  readonly alreadyRefunded: number
  readonly reason: RefundReason
  readonly note: string
  readonly key: string
}

/** The fields of the refund form; its amounts are named by part and donation. */
export const refundFields = {
  scope: choice(['everything', 'parts'], 'parts'),
  amounts: textsWith(
    refundParts.map((part) => partField(part, '')),
    24,
  ),
  alreadyRefunded: hidden,
  reason: choice(refundReasons, 'other'),
  note: text(500),
  key: hidden,
}

/** Returns the refund of a posted form, in minor units; empty amounts are zero. Throws 400 for unreadable amounts. */
export function postedRefund(
  { scope, amounts, alreadyRefunded, reason, note, key }: ValuesOf<typeof refundFields>,
  donationIds: readonly string[],
  currency: Currency,
): PostedRefund {
  const faults: Record<string, Fault> = {}
  const everything = scope === 'everything'
  const amountOf = (part: RefundPart, donationId: string): number => {
    const name = partField(part, donationId)
    const amount = postedExact(amounts[name] ?? '', currency)?.amount
    if (amount === undefined) faults[name] = { code: 'amount-invalid' }
    return Number(amount ?? 0n)
  }
  const lines = everything
    ? []
    : donationIds.map((donationId) => ({
        donationId,
        gift: amountOf('gift', donationId),
        tip: amountOf('tip', donationId),
        coveredFee: amountOf('coveredFee', donationId),
      }))
  if (Object.keys(faults).length > 0) throw new Problem('validation', 'invalid-input', { fields: faults })
  return {
    everything,
    lines,
    alreadyRefunded: Number(/^\d{1,15}$/.exec(alreadyRefunded)?.[0] ?? '0'),
    reason,
    note,
    key,
  }
}
