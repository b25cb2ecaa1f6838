import { formatDay } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { isLocale, isolate } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { canAskAgain } from '../rules/detail-requests.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import { type Candidate, loadCandidates } from './load-candidates.ts'
import type { ClaimPorts } from './ports.ts'
import { detailRequestsOf, saveDetailRequests } from './queries/detail-requests.ts'
import { listUnclaimedDonations } from './queries/donations.ts'
import { lockSettings } from './queries/settings.ts'

type Exception = Candidate & { readonly declarationId: string; readonly email: string }

/**
 * Mails the donors of donations whose row HMRC would refuse, one mail for each declaration, and not again for 14 days.
 * Donations that need nothing, or whose donor has no email, are skipped. Returns how many donations were asked about.
 */
export async function requestDetails(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: { readonly organizationId: bigint; readonly donationIds: readonly string[] },
): Promise<{ readonly asked: number; readonly skipped: number }> {
  const charity = await authorizeForClaims(ports, viewer, input.organizationId, 'requesting')
  const wanted = new Set(input.donationIds)
  return ports.write(async (tx) => {
    // The lock sends one mail when two members ask in the same moment.
    const settings = await lockSettings(tx, charity.id)
    const candidates = await loadCandidates(ports, tx, { organizationId: charity.id, settings }, (declaredIds) =>
      listUnclaimedDonations(tx, charity.id, declaredIds),
    )
    const exceptions = candidates.filter((candidate) => wanted.has(candidate.id)).filter(isException)
    const askedAt = await detailRequestsOf(
      tx,
      exceptions.map(({ declarationId }) => declarationId),
    )
    const instant = ports.clock()
    const due = exceptions.filter(({ declarationId }) => canAskAgain(askedAt.get(declarationId) ?? null, instant))
    if (due.length > 0) {
      const firsts = [...Map.groupBy(due, ({ declarationId }) => declarationId).values()].flatMap(
        ([first]) => first ?? [],
      )
      await queueMails(
        tx,
        firsts.map((exception) => mailOf(ports, charity, exception)),
        instant,
      )
      await saveDetailRequests(
        tx,
        firsts.map(({ declarationId }) => declarationId),
        instant,
      )
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'gift-aid.details-requested',
        object: `organization:${charity.id}`,
        at: instant,
        ip: context.ip,
        details: { donors: firsts.length },
      })
    }
    return { asked: due.length, skipped: input.donationIds.length - due.length }
  })
}

const isException = (candidate: Candidate): candidate is Exception =>
  candidate.faults.length > 0 && candidate.declarationId !== null && candidate.email !== null

function mailOf(ports: ClaimPorts, charity: StaffOrganization, exception: Exception): MailRow {
  const locale = isLocale(exception.locale) ? exception.locale : 'en'
  const t = textsOf('money/gift-aid-claim-mails', locale, {
    product: ports.productName,
    charity: isolate((locale === 'ar' && charity.nameAr) || charity.name),
    amount: isolate(formatMoney(money(exception.gift, exception.currency), locale)),
    day: isolate(formatDay(exception.givenOn, locale)),
  })
  return noticeMail(ports, {
    key: `gift-aid-details.${exception.declarationId}.${ports.clock().getTime()}`,
    kind: 'gift-aid-details',
    to: exception.email,
    locale,
    t,
    blocks: [
      ...exception.faults.map((fault) => ({ kind: 'text' as const, text: t(`fault-${fault}`) })),
      { kind: 'button', text: t('button'), url: `${ports.origin}/account/gift-aid` },
      { kind: 'small', text: t('link') },
    ],
  })
}
