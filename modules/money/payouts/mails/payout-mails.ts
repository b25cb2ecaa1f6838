import { findOrganizationForStaff, listMembers } from '#modules/causes/organizations/index.ts'
import { contactsOf, listStaff } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { isolate, isLocale, type Locale, type Params } from '#shared/text.ts'
import { type TextKey, textsOf } from '#shared/texts/catalogue.ts'
import type { PayoutPorts } from '../ports.ts'
import type { Payout } from '../queries/payouts.ts'
import { payoutRoles, type RefusedApproval } from '../rules/approval.ts'
import { batchReference, payoutReference } from '../rules/reference.ts'

/** The members of a charity who receive mails about its payouts. */
const charityRoles: readonly string[] = ['owner', 'admin', 'finance']

type MailTexts = 'money/payout-mails'
type MailKey = TextKey<MailTexts>
/** The mails to staff and to members of a charity. */
type StaffMail = 'draft' | 'reminder' | 'unconfirmed'
export type CharityPayoutMail =
  | 'sent'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'released'
  | 'hold-set'
  | 'hold-lifted'
  | 'approval-refused'

type NamedCharity = { readonly id: bigint; readonly name: string; readonly nameAr: string | null }
type Recipient = { readonly id: string; readonly email: string; readonly locale: Locale }

async function recipientsOf(tx: Tx, ids: readonly string[]): Promise<Recipient[]> {
  return (await contactsOf(tx, ids)).flatMap(({ id, email, locale }) =>
    email ? [{ id, email, locale: isLocale(locale) ? locale : ('en' as const) }] : [],
  )
}

const staffIds = async (tx: Tx): Promise<string[]> =>
  (await listStaff(tx)).filter(({ roles }) => roles.some((role) => payoutRoles.includes(role))).map(({ id }) => id)

const amountText = (amount: bigint, currency: Currency, locale: Locale): string =>
  isolate(formatMoney(money(amount, currency), locale, { fractions: 'always' }))

const paramsOf = (payout: Payout, locale: Locale): Params => ({
  amount: amountText(payout.total, payout.currency, locale),
  released: amountText(payout.released, payout.currency, locale),
  lastFour: isolate(payout.lastFour),
  number: isolate(payoutReference(payout.number)),
})

function buildMail(
  ports: PayoutPorts,
  { id, email, locale }: Recipient,
  mail: {
    readonly kind: StaffMail | CharityPayoutMail
    readonly key: string
    readonly path: string
    readonly params: (locale: Locale) => Params
  },
): MailRow {
  const t = textsOf<MailTexts>('money/payout-mails', locale, { product: ports.productName, ...mail.params(locale) })
  const textOf = (key: string) => t(`${mail.kind}.${key}` as MailKey)
  return noticeMail(ports, {
    key: `${mail.key}.${id}`,
    kind: `payout-${mail.kind}`,
    to: email,
    locale,
    t: textOf,
    blocks: [{ kind: 'button', text: textOf('button'), url: `${ports.origin}${mail.path}` }],
  })
}

const charityName = ({ name, nameAr }: NamedCharity, locale: Locale): string =>
  isolate((locale === 'ar' && nameAr) || name)

/** Emails finance staff that a payout waits for approval; each of them gets one mail of each kind about a payout. */
export async function mailDraft(
  ports: PayoutPorts,
  tx: Tx,
  { payout, charity, kind = 'draft' }: { payout: Payout; charity: NamedCharity; kind?: 'draft' | 'reminder' },
): Promise<void> {
  const recipients = await recipientsOf(tx, await staffIds(tx))
  await queueMails(
    tx,
    recipients.map((recipient) =>
      buildMail(ports, recipient, {
        kind,
        key: `payout.${payout.id}.${kind}`,
        path: '/staff/payouts',
        params: (locale) => ({ ...paramsOf(payout, locale), charity: charityName(charity, locale) }),
      }),
    ),
    ports.clock(),
  )
}

/** Emails finance staff once that no one has confirmed a batch for days. */
export async function mailUnconfirmedBatch(
  ports: PayoutPorts,
  tx: Tx,
  batch: { readonly id: string; readonly number: bigint; readonly total: bigint; readonly currency: Currency },
): Promise<void> {
  const recipients = await recipientsOf(tx, await staffIds(tx))
  await queueMails(
    tx,
    recipients.map((recipient) =>
      buildMail(ports, recipient, {
        kind: 'unconfirmed',
        key: `payout-batch.${batch.id}.unconfirmed`,
        path: '/staff/payouts',
        params: (locale) => ({
          amount: amountText(batch.total, batch.currency, locale),
          number: isolate(batchReference(batch.number)),
        }),
      }),
    ),
    ports.clock(),
  )
}

/** Emails the owners, admins and finance members of a charity about one of its payouts, each once. */
export async function mailAboutPayout(
  ports: PayoutPorts,
  tx: Tx,
  {
    payout,
    charity,
    kind,
    params = () => ({}),
  }: {
    readonly payout: Payout
    readonly charity: NamedCharity
    readonly kind: Exclude<CharityPayoutMail, 'hold-set' | 'hold-lifted' | 'approval-refused'>
    readonly params?: (locale: Locale) => Params
  },
): Promise<void> {
  await mailMembers(ports, tx, charity, {
    kind,
    key: `payout.${payout.id}.${kind}`,
    path: `/organize/charities/${charity.id}/payouts/${payout.id}`,
    params: (locale) => ({ ...paramsOf(payout, locale), ...params(locale) }),
  })
}

/**
 * Emails the owners of a charity that an approval of its payout was refused, once for each payout and reason
 * (payouts-8).
 */
export async function mailRefusedApproval(
  ports: PayoutPorts,
  tx: Tx,
  { payout, reason }: { readonly payout: Payout; readonly reason: RefusedApproval },
): Promise<void> {
  const charity = required(await findOrganizationForStaff(tx, payout.organizationId), 'charity')
  await mailMembers(
    ports,
    tx,
    charity,
    {
      kind: 'approval-refused',
      key: `payout.${payout.id}.approval-refused.${reason}`,
      path: `/organize/charities/${charity.id}/payouts/${payout.id}`,
      params: (locale) => ({
        ...paramsOf(payout, locale),
        reason: textsOf<MailTexts>('money/payout-mails', locale)(`refused-${reason}`),
      }),
    },
    ['owner'],
  )
}

/** Emails the members of a charity that staff have set or lifted a hold on its payouts. */
export async function mailAboutHold(
  ports: PayoutPorts,
  tx: Tx,
  hold: {
    readonly id: string
    readonly charity: NamedCharity
    readonly kind: 'hold-set' | 'hold-lifted'
    readonly reason: string
  },
): Promise<void> {
  await mailMembers(ports, tx, hold.charity, {
    kind: hold.kind,
    key: `payout-hold.${hold.id}.${hold.kind}`,
    path: `/organize/charities/${hold.charity.id}/payouts`,
    params: () => ({ reason: isolate(hold.reason) }),
  })
}

async function mailMembers(
  ports: PayoutPorts,
  tx: Tx,
  charity: NamedCharity,
  mail: Parameters<typeof buildMail>[2],
  roles = charityRoles,
): Promise<void> {
  const members = (await listMembers(tx, charity.id)).filter(({ role }) => roles.includes(role))
  const recipients = await recipientsOf(
    tx,
    members.map(({ accountId }) => accountId),
  )
  await queueMails(
    tx,
    recipients.map((recipient) =>
      buildMail(ports, recipient, {
        ...mail,
        params: (locale) => ({ charity: charityName(charity, locale), ...mail.params(locale) }),
      }),
    ),
    ports.clock(),
  )
}
