import type { Tx } from '#shared/ports.ts'
import { formatMoney, money } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { organizersOf } from '#modules/causes/campaigns/index.ts'
import { type LevelEmail, findLevelEmails } from '#modules/money/giving/index.ts'
import { findAccount } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { ownersOf } from '#modules/causes/organizations/index.ts'
import type { OrganizingPorts } from './ports.ts'

/**
 * Mails the organizer the donor's email address if the level requires one (S1 §6): one mail for each line, in the
 * transaction that takes the event from the outbox. Without an organizer the charity's owners get it. Idempotent for
 * each line.
 */
export async function mailLevelEmails(ports: OrganizingPorts, tx: Tx, intentIds: readonly string[]): Promise<void> {
  const claims = await findLevelEmails(tx, intentIds)
  if (claims.length === 0) return
  const [organizers, owners] = [
    await organizersOf(tx, [...new Set(claims.map(({ campaignId }) => campaignId))]),
    await ownersOf(tx, [...new Set(claims.map(({ organizationId }) => organizationId))]),
  ]
  const mails: MailRow[] = []
  for (const claim of claims) {
    const theirs = organizers.filter(({ campaignId }) => campaignId === claim.campaignId)
    const ids = (
      theirs.length > 0 ? theirs : owners.filter(({ organizationId }) => organizationId === claim.organizationId)
    ).map(({ accountId }) => accountId)
    if (ids.length === 0)
      ports.log.warn(
        { campaignId: String(claim.campaignId) },
        'a fundraiser whose giving level requires an email has no organizer',
      )
    for (const id of ids) {
      const account = await findAccount(tx, id)
      if (account) mails.push(mailOf(ports, claim, account))
    }
  }
  await queueMails(tx, mails, ports.clock())
}

function mailOf(
  ports: OrganizingPorts,
  claim: LevelEmail,
  account: { id: string; email: string; locale: string },
): MailRow {
  const locale = isLocale(account.locale) ? account.locale : 'en'
  const values = {
    campaign: `\u2068${claim.campaignName}\u2069`,
    level: `\u2068${claim.levelTitle}\u2069`,
    product: ports.productName,
  }
  const t = textsOf('organizers/organizing', locale, values, 'claim-')
  return noticeMail(ports, {
    key: `claim.${claim.id}.${account.id}`,
    kind: 'level-claimed',
    to: account.email,
    locale,
    t,
    blocks: [
      {
        kind: 'facts',
        rows: [
          [t('level'), claim.levelTitle],
          [t('donor'), claim.name ?? t('anonymous')],
          [t('email'), claim.levelEmail],
          [t('amount'), formatMoney(money(claim.gift, claim.currency), locale)],
          ...(claim.note ? ([[t('note'), claim.note]] as const) : []),
        ],
      },
      { kind: 'small', text: t('only-for') },
      { kind: 'button', text: t('button'), url: `${ports.origin}/organize/${claim.campaignId}/claims` },
    ],
  })
}
