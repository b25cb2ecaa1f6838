import { sql } from 'kysely'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { isLocale, isolate } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { dayMs } from '#shared/time.ts'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { mailboxOf, ownsDonation } from '#modules/money/giving/index.ts'
import type { ConfirmationView } from '../contract-declarations.ts'
import type { DeclarationPorts } from './ports.ts'

/** Days for which the link in the mail works. */
const linkDays = 365
const batch = 200

/** An anonymous donation that was declared before the form said who gets the donor's name (gift-aid-6). */
type Unconfirmed = {
  readonly id: string
  readonly organization: string
  readonly organizationAr: string | null
  readonly timeZone: string
  readonly currency: Currency
  /** Minor units. */
  readonly gift: bigint
  readonly givenAt: Date
  readonly locale: string
  readonly mailTo: string | null
  readonly isConfirmed: boolean
}

const select = (db: Db) =>
  db
    .selectFrom('gift_aid.declaration as g')
    .innerJoin('giving.donation as d', 'd.id', 'g.donation_id')
    .innerJoin('organizations.organization as o', 'o.id', 'g.organization_id')
    .leftJoin('giving.refunded_amount as r', 'r.donation_id', 'd.id')
    .select([
      'g.id',
      'o.name as organization',
      'o.name_ar as organizationAr',
      'o.time_zone as timeZone',
      'd.currency',
      sql<bigint>`d.gift - coalesce(r.gift, 0)`.as('gift'),
      'd.given_at as givenAt',
      'd.locale',
      sql<string | null>`${sql.raw(mailboxOf('d'))}`.as('mailTo'),
      sql<boolean>`g.confirmed_at is not null`.as('isConfirmed'),
    ])
    .where('g.needs_confirmation', '=', true)
    .where('d.retained_until', 'is', null)

/**
 * Asks anonymous donors once by mail whether the charity may get their name and address for HMRC. Returns how many were
 * asked.
 */
export async function askAnonymousDonors(ports: DeclarationPorts): Promise<number> {
  let sum = 0
  for (let taken = batch; taken === batch;) {
    taken = await ports.write(async (tx) => {
      const now = ports.clock()
      const due = await lockUnasked(tx)
      const mails = due.flatMap((declaration) => mailOf(ports, declaration, now))
      await queueMails(tx, mails, now)
      await tx
        .updateTable('gift_aid.declaration')
        .set({ asked_at: now })
        .where(sql<boolean>`id = any(${due.map(({ id }) => id)}::uuid[])`)
        .execute()
      sum += mails.length
      return due.length
    })
  }
  return sum
}

const lockUnasked = (tx: Tx): Promise<Unconfirmed[]> =>
  select(tx)
    .where('g.asked_at', 'is', null)
    .where('g.confirmed_at', 'is', null)
    .where(sql<boolean>`r.is_fully_refunded is not true`)
    .orderBy('g.declared_at')
    .limit(batch)
    .forUpdate('g')
    .skipLocked()
    .execute()

function mailOf(ports: DeclarationPorts, declaration: Unconfirmed, now: Date): MailRow[] {
  if (!declaration.mailTo) return []
  const locale = isLocale(declaration.locale) ? declaration.locale : 'en'
  const { timeZone, organization, organizationAr, gift, currency, givenAt } = declaration
  const t = textsOf('money/gift-aid-mails', locale, {
    product: ports.productName,
    charity: isolate((locale === 'ar' && organizationAr) || organization),
    amount: isolate(formatMoney(money(gift, currency), locale)),
    day: isolate(formatDay(localDateIn(timeZone, givenAt), locale)),
  })
  const token = signToken(ports.tokenSecret, 'gift-aid', declaration.id, new Date(now.getTime() + linkDays * dayMs))
  return [
    noticeMail(ports, {
      key: `gift-aid.${declaration.id}.anonymous`,
      kind: 'gift-aid-anonymous',
      to: declaration.mailTo,
      locale,
      t: (key) => t(`anonymous.${key}`),
      blocks: [
        { kind: 'text', text: t('anonymous.who') },
        { kind: 'button', text: t('anonymous.button'), url: `${ports.origin}/gift-aid/confirm?token=${token}` },
        { kind: 'small', text: t('anonymous.no') },
      ],
    }),
  ]
}

const declarationOf = async (ports: DeclarationPorts, db: Db, token: string): Promise<Unconfirmed> => {
  const payload = verifyToken(ports.tokenSecret, token, ports.clock())
  const declaration =
    payload?.kind === 'gift-aid' ? await select(db).where('g.id', '=', payload.subject).executeTakeFirst() : undefined
  if (!declaration) throw new Problem('not-found', 'not-found')
  return declaration
}

/** Returns what the link in the mail is about, without the donor's name; throws `not-found` for another token. */
export async function readConfirmation(ports: DeclarationPorts, token: string): Promise<ConfirmationView> {
  const declaration = await declarationOf(ports, ports.db, token)
  return {
    organization: declaration.organization,
    organizationAr: declaration.organizationAr,
    currency: declaration.currency,
    gift: declaration.gift,
    givenOn: localDateIn(declaration.timeZone, declaration.givenAt),
    isConfirmed: declaration.isConfirmed,
  }
}

/** Records that the donor agrees by the mail's link; repeating it changes nothing (gift-aid-6). */
export async function confirmAnonymous(
  ports: DeclarationPorts,
  context: Pick<RequestContext, 'ip'>,
  token: string,
): Promise<ConfirmationView> {
  await ports.write(async (tx) => {
    const { id } = await declarationOf(ports, tx, token)
    await confirm(ports, tx, { id, actor: { kind: 'visitor' }, ip: context.ip })
  })
  return readConfirmation(ports, token)
}

/** Records that the account agrees for one of its donations; repeating it changes nothing (gift-aid-6). */
export async function confirmOwnDonation(
  ports: DeclarationPorts,
  { accountId, context }: { readonly accountId: string; readonly context: Pick<RequestContext, 'ip'> },
  donationId: string,
): Promise<void> {
  if (!(await ownsDonation(ports, accountId, donationId))) throw new Problem('not-found', 'not-found')
  await ports.write(async (tx) => {
    const declaration = await select(tx).where('g.donation_id', '=', donationId).executeTakeFirst()
    if (!declaration) throw new Problem('not-found', 'not-found')
    await confirm(ports, tx, { id: declaration.id, actor: { kind: 'account', id: accountId }, ip: context.ip })
  })
}

async function confirm(
  ports: DeclarationPorts,
  tx: Tx,
  { id, actor, ip }: { readonly id: string; readonly actor: Actor; readonly ip: string },
): Promise<void> {
  const instant = ports.clock()
  const { numUpdatedRows } = await tx
    .updateTable('gift_aid.declaration')
    .set({ confirmed_at: instant })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await record(tx, { actor, act: 'gift-aid.declaration-confirmed', object: `donation:${id}`, at: instant, ip })
}
