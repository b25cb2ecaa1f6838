import { refundReasons, type RefundReason } from '#modules/money/refunds/rules/states.ts'
import type { Currency } from '#shared/money.ts'
import { postedText } from '#web/lib/form-values.ts'
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

/** Reads a posted refund form; amounts in minor units. Returns unreadable amounts as typed; empty fields are zero. */
export function postedRefund(
  form: FormData,
  donationIds: readonly string[],
  currency: Currency,
): { refund: PostedRefund; wrong: Readonly<Record<string, string>> } {
  const wrong: Record<string, string> = {}
  const everything = postedText(form, 'scope', 20) === 'everything'
  const amountOf = (name: string): number => {
    const typed = postedText(form, name, 24)
    const amount = postedExact(typed, currency)?.amount
    if (amount === undefined) wrong[name] = typed
    return Number(amount ?? 0n)
  }
  const lines = everything
    ? []
    : donationIds.map((donationId) => ({
        donationId,
        gift: amountOf(partField('gift', donationId)),
        tip: amountOf(partField('tip', donationId)),
        coveredFee: amountOf(partField('coveredFee', donationId)),
      }))
  const reason = refundReasons.find((refundReason) => refundReason === postedText(form, 'reason', 40)) ?? 'other'
  const alreadyRefunded = Number(/^\d{1,15}$/.exec(postedText(form, 'alreadyRefunded', 16))?.[0] ?? '0')
  return {
    refund: {
      everything,
      lines,
      alreadyRefunded,
      reason,
      note: postedText(form, 'note', 500),
      key: postedText(form, 'key', 100),
    },
    wrong,
  }
}
