import { decideRefundRequest, findRefundRequest } from '#modules/money/refunds/index.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { SubjectKind } from '../subject.ts'

/** A refund request; `subjectId` is the request's id. Granting it requires the role finance. */
export const refundSubject: SubjectKind = {
  async describe(db, subjectId) {
    const request = await findRefundRequest(db, subjectId)
    if (!request) return undefined
    return {
      title: request.campaign,
      language: request.locale,
      href: `/staff/donations/${request.intentId}`,
      texts: {
        reason: request.reason,
        gift: formatMoney(money(request.gift, request.currency), 'en', { fractions: 'always' }),
      },
    }
  },
  async settle(ports, viewer, context, { subjectId, decision, letterText }) {
    await decideRefundRequest(ports, viewer, context, {
      requestId: subjectId,
      decision: decision === 'grant' ? 'grant' : 'decline',
      note: letterText,
    })
  },
}
