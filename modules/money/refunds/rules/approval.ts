import { type Currency, isCurrency, parseMajor } from '#shared/money.ts'

/** Staff roles that make refunds, approve those of colleagues and decide donors' requests (refunds-6). */
export const refundRoles: readonly string[] = ['finance', 'admin']

/** Returns whether an account with a refund role may approve a refund, which its proposer may not (refunds-6). */
export const canApprove = (proposerId: string | null, approverId: string): boolean => proposerId !== approverId

/** The amount above which a second person must approve, by currency in minor units. Undefined means never. */
export type ReviewAbove = ReadonlyMap<string, bigint> | undefined

/** Parses `USD 500, GBP 400`; undefined if the text is invalid. */
export function readReviewAbove(text: string): ReadonlyMap<string, bigint> | undefined {
  const limits = new Map<string, bigint>()
  for (const part of text.split(',')) {
    const [, currency = '', major = ''] = /^\s*([A-Z]{3})\s+(\S+)\s*$/.exec(part) ?? []
    const amount = isCurrency(currency) ? parseMajor(major, currency) : undefined
    if (!amount) return undefined
    limits.set(currency, amount.amount)
  }
  return limits
}

/** Returns whether a refund needs a second person. If there are limits, currencies without one always do. */
export const needsSecondApproval = (limits: ReviewAbove, amount: bigint, currency: Currency): boolean =>
  limits !== undefined && amount > (limits.get(currency) ?? 0n)
