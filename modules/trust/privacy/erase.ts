import { dayMs } from '#shared/time.ts'
import { formatDay, type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { record } from '#modules/platform/audit/index.ts'
import { lockCards } from '#modules/money/cards/index.ts'
import {
  purgeIpAddresses,
  findRemainingDonations,
  retainedUntilOf,
  findOwnedDonations,
  purgeDonations,
} from '#modules/money/giving/index.ts'
import {
  type AccountViewer,
  listErasedSince,
  type IdentityPorts,
  isFresh,
  lockAccount,
  requireRecentAuthentication,
  confirmedEmailsOf,
  lockAdmins,
} from '#modules/platform/identity/index.ts'
import { donorRecords } from '#modules/organizers/charity-donors/index.ts'
import { mailOwners, voidChangesOfAccount } from '#modules/organizers/fundraising/index.ts'
import { type MailRow, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import {
  charitiesOfOwner,
  type CharityToHandOver,
  lockMembersBeside,
  findCharitiesToHandOver,
} from '#modules/causes/organizations/index.ts'
import { hasUnresolvedPayment } from '#modules/money/payments/index.ts'
import { purgeReceipts } from '#modules/money/receipts/index.ts'
import { isBeingCharged } from '#modules/recurring/subscriptions/index.ts'
import { erasers } from './erasers.ts'

const nameOf = ({ name, nameAr }: CharityToHandOver, locale: Locale): string =>
  locale === 'ar' ? (nameAr ?? name) : name
const toRequesterScope = (accountId: string) => `account:${accountId}`
const lastOf = (donations: readonly { until: LocalDate }[]): LocalDate | null =>
  donations.reduce<LocalDate | null>((last, { until }) => (last && last > until ? last : until), null)

/** Returns what an erasure would keep, and what prevents it. */
export async function erasureOf(ports: IdentityPorts, viewer: AccountViewer) {
  const { accountId } = viewer
  const [ids, isUnderWay, isBeingCollected, charities] = await Promise.all([
    findOwnedDonations(ports.db, accountId),
    hasUnresolvedPayment(ports.db, toRequesterScope(accountId)),
    confirmedEmailsOf(ports.db, accountId).then((confirmedEmails) =>
      isBeingCharged(ports.db, { accountId, confirmedEmails }),
    ),
    findCharitiesToHandOver(ports.db, accountId),
  ])
  return {
    donations: ids.length,
    retainedUntil: lastOf(await retainedUntilOf(ports, ids)) as string | null,
    isPaymentPending: isUnderWay || isBeingCollected,
    mustReauthenticate: !isFresh(ports, viewer),
    charities: charities.map((charity) => ({ ...charity, id: String(charity.id) })),
  }
}

/**
 * Erases an account (privacy-4). Personal data is removed in one transaction. Donations, Gift Aid declarations and
 * receipts stay in the ledger until a stored date and can't be opened any more. Refused without recent authentication,
 * for the last admin, for an owner whose charity staff must hand over (ADR-0023, accounts-15), and during a payment,
 * whose outcome needs a recipient. Idempotent.
 */
export async function erase(
  ports: IdentityPorts & NotificationPorts,
  viewer: AccountViewer,
  context: RequestContext,
): Promise<{ retainedUntil: string | null }> {
  requireRecentAuthentication(ports, viewer)
  const { accountId } = viewer
  const instant = ports.clock()
  return ports.write(async (tx) => {
    await lockCards(tx, accountId)
    await lockMembersBeside(tx, accountId)
    // The operator needs another admin to manage roles.
    if (viewer.roles.includes('admin') && (await lockAdmins(tx)).every(({ id }) => id === accountId))
      throw new Problem('conflict', 'last-admin')
    const charities = await findCharitiesToHandOver(tx, accountId)
    const charity = charities.find(({ hasOthers }) => hasOthers)
    if (charity)
      throw new Problem('conflict', 'charity-not-transferred', { params: { charity: nameOf(charity, context.locale) } })
    const account = await lockAccount(tx, accountId)
    if (!account) throw new Problem('authentication', 'session-ended')
    const confirmedEmails = await confirmedEmailsOf(tx, accountId)
    if (
      (await hasUnresolvedPayment(tx, toRequesterScope(accountId))) ||
      (await isBeingCharged(tx, { accountId, confirmedEmails }))
    )
      throw new Problem('conflict', 'payment-pending')
    const donationIds = await findOwnedDonations(tx, accountId)
    const retainedUntil = lastOf(await retainedUntilOf({ db: tx }, donationIds))
    // An unconfirmed address may be another person's.
    if (account.emailConfirmedAt)
      await queueMails(
        tx,
        [erasedMail(ports, { accountId, email: account.email, retainedUntil, locale: context.locale })],
        instant,
      )
    await voidChangesOfAccount(tx, { accountId, at: instant })
    const owned = await charitiesOfOwner(tx, accountId)
    for (const eraser of erasers) await eraser(tx, { accountId, confirmedEmails, donationIds, at: instant }, ports)
    for (const ownedCharity of owned)
      await mailOwners(ports, tx, ownedCharity, {
        kind: 'owner-erased',
        key: `owner-erased.${accountId}`,
        path: '/team',
      })
    const details = {
      donations: donationIds.length,
      retainedUntil,
      ...(charities.length > 0 ? { ownerlessCharities: charities.map(({ id }) => String(id)) } : {}),
    }
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'privacy.account-erased',
      object: toRequesterScope(accountId),
      at: instant,
      details,
    })
    return { retainedUntil }
  })
}

function erasedMail(
  ports: NotificationPorts & IdentityPorts,
  input: { accountId: string; email: string; retainedUntil: LocalDate | null; locale: Locale },
): MailRow {
  const { locale, retainedUntil } = input
  const t = textsOf('trust/erasure-mail', locale, {
    product: ports.productName,
    date: retainedUntil ? formatDay(retainedUntil, locale) : '',
  })
  return noticeMail(ports, {
    key: `erasure.${input.accountId}`,
    kind: 'account-erased',
    to: input.email,
    locale,
    t,
    blocks: [
      { kind: 'text', text: t(retainedUntil ? 'retained' : 'nothing-retained') },
      { kind: 'small', text: t('not-you') },
    ],
  })
}

const batchSize = 500
/** Days after an erasure in which late data may arrive; payments are looked up for a shorter time. */
const stragglerDays = 7

/** Nightly job that anonymizes donations after their retention date, and erases data that arrived during an erasure. */
export async function purgeErased(ports: IdentityPorts): Promise<void> {
  const instant = ports.clock()
  for (const accountId of await listErasedSince(ports.db, new Date(instant.getTime() - stragglerDays * dayMs)))
    await ports.write(async (tx) => {
      const input = {
        accountId,
        confirmedEmails: [],
        donationIds: await findRemainingDonations(tx, accountId),
        at: instant,
      }
      for (const eraser of erasers) await eraser(tx, input, ports)
    })
  await ports.write((tx) => purgeIpAddresses(tx, instant))
  // UTC differs from a charity's time zone by less than a day, and a day longer is harmless.
  const today = localDateIn('UTC', instant)
  const purge = () =>
    ports.write(async (tx) => {
      const ids = await purgeDonations(tx, { today, at: instant, limit: batchSize })
      await purgeReceipts(tx, ids, instant)
      await donorRecords.purge(tx, ids)
      return ids.length
    })
  while ((await purge()) === batchSize);
}
