import { campaignTotals, findCampaigns } from '#modules/causes/campaigns/index.ts'
import { isSupporterKind } from '#modules/causes/campaigns/rules/kinds.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { OrganizingPorts } from '../ports.ts'
import { membersToMail } from '../queries/member-mails.ts'

/** A line of a settled donation: its campaign, and its amount in minor units. */
export type SettledGift = { readonly campaignId: bigint; readonly gift: bigint }

/**
 * Mails members and team once when a fundraiser has its first donation (content-31), in the transaction that counts it.
 * `lines` are those counted in this transaction, earliest first. The mail names no donor.
 */
export async function mailFirstDonations(ports: OrganizingPorts, tx: Tx, lines: readonly SettledGift[]): Promise<void> {
  const counted = Map.groupBy(lines, ({ campaignId }) => campaignId)
  const totals = await campaignTotals(tx, [...counted.keys()])
  const firstDonations = totals.filter(
    ({ campaignId, donationCount }) => donationCount === BigInt(counted.get(campaignId)?.length ?? 0),
  )
  if (firstDonations.length === 0) return
  const campaigns = await findCampaigns(
    tx,
    firstDonations.map(({ campaignId }) => campaignId),
  )
  // Excludes supporters' pages, of which a charity may have hundreds.
  const mailed = campaigns.filter(({ kind }) => !isSupporterKind(kind))
  if (mailed.length === 0) return
  const members = await membersToMail(tx, {
    targets: mailed.map(({ id, organizationId }) => ({ organizationId, campaignId: id })),
    mail: 'firstDonationMails',
  })
  const readersOf = Map.groupBy(members, ({ campaignId }) => campaignId)
  const mails: MailRow[] = []
  for (const { id, name, currency } of mailed) {
    const [first] = counted.get(id) ?? []
    if (!first) continue
    for (const { accountId, email, locale: preferredLocale } of readersOf.get(id) ?? []) {
      const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
      const amount = formatMoney(money(first.gift, currency), locale)
      const values = { product: ports.productName, campaign: `\u2068${name}\u2069`, amount: `\u2068${amount}\u2069` }
      const t = textsOf('organizers/member-mails', locale, values, 'first-donation.')
      mails.push(
        noticeMail(ports, {
          key: `first-donation.${id}.${accountId}`,
          kind: 'first-donation',
          to: email,
          locale,
          t,
          blocks: [
            { kind: 'amount', label: name, amount },
            { kind: 'button', text: t('button'), url: `${ports.origin}/organize/${id}` },
            { kind: 'link', text: t('choose'), url: `${ports.origin}/account/notifications` },
          ],
        }),
      )
    }
  }
  await queueMails(tx, mails, ports.clock())
}
