import { type Currency, isCurrency, parseMajor } from '#shared/money.ts'

/** Staff roles that make refunds, approve those of colleagues and decide donors' requests (refunds-6). */
export const refundRoles: readonly string[] = ['finance', 'admin']

/** Whether an account with a refund role may approve a refund: it isn't the one that proposed it (refunds-6). */
export const canApprove = (proposerId: string | null, approverId: string): boolean => proposerId !== approverId

/** The amount above which a second person must approve, by currency; minor units. Undefined: never. */
export type ReviewAbove = ReadonlyMap<string, bigint> | undefined

/** Parses `USD 500, GBP 400`; undefined if it can't be read. */
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

/** If there are limits, refunds in a currency without one always need review. */
export const needsReview = (limits: ReviewAbove, amount: bigint, currency: Currency): boolean =>
  limits !== undefined && amount > (limits.get(currency) ?? 0n)
