import { decidePaymentWarning, findOpenWarning } from '#modules/money/refunds/index.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { SubjectKind } from '../subject.ts'

/**
 * A warning of the payment provider about a paid payment; `subjectId` is the warning's id. The proposal is a refund of
 * the whole payment, which requires the role finance (refunds-11).
 */
export const paymentSubject: SubjectKind = {
  async describe(db, subjectId) {
    const warning = await findOpenWarning(db, subjectId)
    if (!warning) return undefined
    return {
      title: warning.campaign,
      language: warning.locale,
      href: `/staff/donations/${warning.intentId}`,
      texts: {
        payment: formatMoney(money(warning.amount, warning.currency), 'en', { fractions: 'always' }),
        warning: warning.reason,
      },
    }
  },
  async settle(ports, viewer, context, { subjectId, decision, reason }) {
    await decidePaymentWarning(ports, viewer, context, {
      warningId: subjectId,
      decision: decision === 'refund-payment' ? 'refund' : 'keep',
      note: reason.slice(0, 500),
    })
  },
}
