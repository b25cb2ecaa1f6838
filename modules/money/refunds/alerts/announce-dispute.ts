import { listFormat } from '#shared/formats.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { contactsOf, listStaff } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { ProviderRefund } from '#modules/money/payments/index.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isolate, isLocale, type Locale } from '#shared/text.ts'
import { disputedTask, type RefundPorts } from '../ports.ts'
import { findPaidDonations, type ReviewedDonation } from '../queries/donations.ts'
import { refundRoles } from '../rules/approval.ts'
import type { RefundLine } from '../rules/lines.ts'

/** Members of a charity who are emailed about a dispute (refunds-4). */
const charityRoles: readonly string[] = ['owner', 'finance']

/**
 * Announces a new dispute, in the transaction that records it: queues the job that pauses the plan, and emails staff
 * with a refund role and the charities' owners and finance members. Each of them gets one email per dispute. `lines` are
 * the disputed parts of the donations; without them, the donations are disputed as a whole.
 */
export async function announceDispute(
  ports: RefundPorts,
  tx: Tx,
  intentId: string,
  refund: Pick<ProviderRefund, 'refundId' | 'amount' | 'currency' | 'dispute'>,
  lines?: readonly Pick<RefundLine, 'donationId' | 'gift'>[],
): Promise<void> {
  await ports.enqueue(tx, disputedTask, { intentId, dispute: refund.refundId })
  const donations = await findPaidDonations(tx, intentId)
  if (donations.length === 0) return
  const dispute = { intentId, refund, donations, lines: lines ?? donations }
  await queueMails(
    tx,
    [...(await staffMails(ports, tx, dispute)), ...(await charityMails(ports, tx, dispute))],
    ports.clock(),
  )
}

type Dispute = {
  readonly intentId: string
  readonly refund: Pick<ProviderRefund, 'refundId' | 'amount' | 'currency' | 'dispute'>
  readonly donations: readonly ReviewedDonation[]
  readonly lines: readonly Pick<RefundLine, 'donationId' | 'gift'>[]
}

async function staffMails(ports: RefundPorts, tx: Tx, { intentId, refund, donations }: Dispute): Promise<MailRow[]> {
  const staff = (await listStaff(tx)).filter(({ roles }) => roles.some((role) => refundRoles.includes(role)))
  const dueBy = refund.dispute?.dueBy
  return (await recipientsOf(tx, staff)).map(({ id, email, locale }) => {
    const t = textsOf(
      'money/dispute-mails',
      locale,
      {
        product: ports.productName,
        amount: formatAmount(refund.amount, refund.currency, locale),
        campaigns: formatCampaigns(donations, locale),
        date: dueBy ? formatDay(localDateIn('UTC', dueBy), locale) : '',
      },
      'staff.',
    )
    return noticeMail(ports, {
      key: `dispute.${refund.refundId}.${id}`,
      kind: 'dispute-staff',
      to: email,
      locale,
      t: (key) => t(key === 'text' && !dueBy ? 'text-undated' : key),
      blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/staff/donations/${intentId}` }],
    })
  })
}

/** Each charity learns of its own donations only, and nothing about the donor. */
async function charityMails(ports: RefundPorts, tx: Tx, { refund, donations, lines }: Dispute): Promise<MailRow[]> {
  const mails: MailRow[] = []
  for (const [organizationId, own] of Map.groupBy(donations, (donation) => donation.organizationId)) {
    const members = (await listMembers(tx, organizationId)).filter(({ role }) => charityRoles.includes(role))
    const { campaignId, organizationName } = one(own)
    const amount = lines
      .filter((line) => own.some(({ donationId }) => donationId === line.donationId))
      .reduce((sum, { gift }) => sum + gift, 0n)
    if (amount === 0n) continue
    const ids = members.map(({ accountId }) => ({ id: accountId }))
    for (const { id, email, locale } of await recipientsOf(tx, ids)) {
      const t = textsOf(
        'money/dispute-mails',
        locale,
        {
          product: ports.productName,
          charity: isolate(organizationName),
          campaigns: formatCampaigns(own, locale),
          amount: formatAmount(amount, refund.currency, locale),
        },
        'charity.',
      )
      mails.push(
        noticeMail(ports, {
          key: `dispute.${refund.refundId}.${organizationId}.${id}`,
          kind: 'dispute-charity',
          to: email,
          locale,
          t,
          blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/organize/${campaignId}` }],
        }),
      )
    }
  }
  return mails
}

async function recipientsOf(tx: Tx, accounts: readonly { readonly id: string }[]) {
  const contacts = await contactsOf(
    tx,
    accounts.map(({ id }) => id),
  )
  return contacts.flatMap(({ id, email, locale }) =>
    email ? [{ id, email, locale: isLocale(locale) ? locale : ('en' as const) }] : [],
  )
}

const formatAmount = (amount: bigint, currency: Currency, locale: Locale): string =>
  isolate(formatMoney(money(amount, currency), locale, { fractions: 'always' }))
const formatCampaigns = (donations: readonly ReviewedDonation[], locale: Locale): string =>
  listFormat(locale).format([...new Set(donations.map(({ campaignName }) => isolate(campaignName)))])
