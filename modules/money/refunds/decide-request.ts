import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { requireRefundRole, type RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'
import { decide, findRefundRequest, type RefundRequest } from './queries/requests.ts'
import { refundDonation } from './refund-donation.ts'

export type RefundDecision = {
  readonly requestId: string
  readonly decision: 'grant' | 'decline'
  readonly note: string
}

/**
 * Decides a donor's refund request. Granting refunds everything that remains of the donation: gift, tip and covered
 * fee. Declining emails the reason to the donor. A request is decided once: it is granted in the transaction that
 * claims the refund and declined in the one that queues the email, each with its row locked. The second of two
 * concurrent decisions is refused.
 */
export async function decideRefundRequest(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip'>,
  { requestId, decision, note }: RefundDecision,
): Promise<{ request: RefundRequest; refund: Refund | undefined }> {
  const who = requireRefundRole(viewer)
  const request = isUuid(requestId) ? await findRefundRequest(ports.db, requestId) : undefined
  if (!request) throw new Problem('not-found', 'not-found')
  if (request.state !== 'open') throw new Problem('conflict', 'refund-decided')
  const refund =
    decision === 'grant'
      ? await refundDonation(
          ports,
          viewer,
          { ip: context.ip, idempotencyKey: `request:${requestId}` },
          {
            intentId: request.intentId,
            of: { wholeDonation: request.donationId },
            reason: 'donor-request',
            note,
            request,
          },
        )
      : await decline(ports, who.accountId, context.ip, request, note)
  return { request: required(await findRefundRequest(ports.db, requestId)), refund }
}

async function decline(
  ports: RefundPorts,
  by: string,
  ip: string,
  request: RefundRequest,
  note: string,
): Promise<undefined> {
  await ports.write(async (tx) => {
    const instant = ports.clock()
    await assertNotOwnCharity(tx, by, { campaignIds: [request.campaignId] })
    if (!(await decide(tx, { id: request.id, state: 'declined', note, by, refundId: null, at: instant })))
      throw new Problem('conflict', 'refund-decided')
    await record(tx, {
      actor: { kind: 'account', id: by },
      act: 'refunds.request-declined',
      object: `donation:${request.donationId}`,
      at: instant,
      ip,
      details: { request: request.id, refund: null, note },
    })
    await queueMails(tx, declinedMail(ports, request, note), instant)
  })
}

/** Returns the email about a declined request; its id makes it unique per request. */
export function declinedMail(ports: RefundPorts, request: RefundRequest, note: string): MailRow[] {
  if (!request.mailTo) return []
  const locale = isLocale(request.locale) ? request.locale : 'en'
  const say = textsOf('money/refund-mails', locale, { campaign: `\u2068${request.campaign}\u2069` }, 'declined-')
  return [
    noticeMail(ports, {
      kind: 'refund-declined',
      to: request.mailTo,
      key: `refund-request.${request.id}`,
      locale,
      t: say,
      blocks: [
        ...(note ? [{ kind: 'text', text: note, isTheirs: true } as const] : []),
        { kind: 'button', text: say('button'), url: `${ports.origin}/account/donations/${request.donationId}` },
      ],
    }),
  ]
}
