import { listFormat } from '#shared/formats.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { contactsOf, getPreferences, listStaff } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail } from '#modules/platform/notifications/index.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isolate, isLocale, type Locale } from '#shared/text.ts'
import type { RefundPorts } from '../ports.ts'
import type { ReviewedDonation } from '../queries/donations.ts'
import { refundRoles } from '../rules/approval.ts'
import type { RefundLine } from '../rules/lines.ts'

/** Members of a charity who are emailed about a dispute (refunds-4). */
const charityRoles: readonly string[] = ['owner', 'finance']

/** A disputed payment, and whether the mail announces the dispute or reminds of the deadline for evidence. */
export type DisputeToMail = {
  readonly occasion: 'opened' | 'due'
  readonly intentId: string
  /** The provider's id of the dispute. */
  readonly disputeId: string
  readonly amount: bigint
  readonly currency: Currency
  readonly dueBy: Date | null
  readonly donations: readonly ReviewedDonation[]
  readonly lines: readonly Pick<RefundLine, 'donationId' | 'gift'>[]
}

/** Returns the mails about a dispute to staff with a refund role and to the charities' owners and finance members. */
export const disputeMails = async (ports: RefundPorts, tx: Tx, dispute: DisputeToMail): Promise<MailRow[]> =>
  dispute.donations.length === 0
    ? []
    : [...(await staffMails(ports, tx, dispute)), ...(await charityMails(ports, tx, dispute))]

/** Each of them gets one mail per dispute and occasion. */
const mailKey = ({ occasion, disputeId }: DisputeToMail, to: string): string =>
  `dispute.${disputeId}${occasion === 'due' ? '.due' : ''}.${to}`

async function staffMails(ports: RefundPorts, tx: Tx, dispute: DisputeToMail): Promise<MailRow[]> {
  const { occasion, intentId, amount, currency, dueBy, donations } = dispute
  const staff = (await listStaff(tx)).filter(({ roles }) => roles.some((role) => refundRoles.includes(role)))
  return (await recipientsOf(tx, staff)).map(({ id, email, locale }) => {
    const t = textsOf(
      'money/dispute-mails',
      locale,
      {
        product: ports.productName,
        amount: formatAmount(amount, currency, locale),
        campaigns: formatCampaigns(donations, locale),
        date: dueBy ? formatDay(localDateIn('UTC', dueBy), locale) : '',
      },
      `staff-${occasion}.`,
    )
    return noticeMail(ports, {
      key: mailKey(dispute, id),
      kind: `dispute-${occasion}-staff`,
      to: email,
      locale,
      t: (key) => t(key === 'text' && dueBy === null ? 'text-undated' : key),
      blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/staff/donations/${intentId}` }],
    })
  })
}

/** Each charity learns of its own donations only, and nothing about the donor. Members can turn these mails off. */
async function charityMails(ports: RefundPorts, tx: Tx, dispute: DisputeToMail): Promise<MailRow[]> {
  const { occasion, currency, dueBy, donations, lines } = dispute
  const mails: MailRow[] = []
  for (const [organizationId, own] of Map.groupBy(donations, (donation) => donation.organizationId)) {
    const members = (await listMembers(tx, organizationId)).filter(({ role }) => charityRoles.includes(role))
    const { organizationName } = one(own)
    const amount = lines
      .filter((line) => own.some(({ donationId }) => donationId === line.donationId))
      .reduce((sum, { gift }) => sum + gift, 0n)
    if (amount === 0n) continue
    const ids = members.map(({ accountId }) => ({ id: accountId }))
    for (const { id, email, locale } of await recipientsOf(tx, ids)) {
      if ((await getPreferences({ db: tx }, id)).disputeMails === false) continue
      const t = textsOf(
        'money/dispute-mails',
        locale,
        {
          product: ports.productName,
          charity: isolate(organizationName),
          campaigns: formatCampaigns(own, locale),
          amount: formatAmount(amount, currency, locale),
          date: dueBy ? formatDay(localDateIn('UTC', dueBy), locale) : '',
        },
        `charity-${occasion}.`,
      )
      mails.push(
        noticeMail(ports, {
          key: mailKey(dispute, `${organizationId}.${id}`),
          kind: `dispute-${occasion}-charity`,
          to: email,
          locale,
          t,
          blocks: [
            {
              kind: 'button',
              text: t('button'),
              url: `${ports.origin}/organize/charities/${organizationId}/donations?state=disputed`,
            },
          ],
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
