import { formatDay, type LocalDate } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, isolate, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { giftAidTextOf } from '#modules/money/giving/rules/gift-aid.ts'
import type { DeclarationPorts } from './ports.ts'
import { type AccountDeclaration, listDeclaredWithPayments } from './queries.ts'

const charityName = ({ organization, organizationAr }: AccountDeclaration, locale: Locale): string =>
  isolate((locale === 'ar' && organizationAr) || organization)

type Notice = { readonly accountId: string; readonly declaration: AccountDeclaration }

/** Mails the declarer that a declaration ends from a day on. */
export const mailDeclarationEnded = (
  ports: DeclarationPorts,
  tx: Tx,
  { accountId, declaration, from }: Notice & { readonly from: LocalDate },
) => mailDeclarer(ports, tx, { accountId, declaration, kind: 'ended', day: from })

/** Mails the declarer what a declaration for later donations covers, with its words (gift-aid-1). */
export const mailDeclarationConfirmed = (ports: DeclarationPorts, tx: Tx, { accountId, declaration }: Notice) =>
  mailDeclarer(ports, tx, {
    accountId,
    declaration,
    kind: declaration.scope === 'past_and_later' ? 'past-and-later' : 'later',
    day: declaration.coversFrom ?? declaration.declaredOn,
  })

/**
 * Confirms the declarations for later donations that accounts made with payments, each once, after the payment or the
 * address that completed it.
 */
export async function confirmDeclarations(ports: DeclarationPorts, tx: Tx, intentIds: readonly string[]) {
  for (const { accountId, ...declaration } of await listDeclaredWithPayments(tx, intentIds))
    if (accountId) await mailDeclarationConfirmed(ports, tx, { accountId, declaration })
}

async function mailDeclarer(
  ports: DeclarationPorts,
  tx: Tx,
  {
    accountId,
    declaration,
    kind,
    day,
  }: Notice & { readonly kind: 'ended' | 'later' | 'past-and-later'; readonly day: LocalDate },
): Promise<void> {
  const [contact] = await contactsOf(tx, [accountId])
  if (!contact?.email) return
  const locale = isLocale(contact.locale) ? contact.locale : 'en'
  const t = textsOf('money/gift-aid-mails', locale, {
    product: ports.productName,
    charity: charityName(declaration, locale),
    day: isolate(formatDay(day, locale)),
  })
  const words = [
    { kind: 'text' as const, text: t('words') },
    { kind: 'text' as const, text: isolate(giftAidTextOf(declaration.textVersion).text) },
  ]
  await queueMails(
    tx,
    [
      noticeMail(ports, {
        key: `gift-aid.${declaration.id}.${kind}`,
        kind: `gift-aid-${kind}`,
        to: contact.email,
        locale,
        t: (key) => t(`${kind}.${key}`),
        blocks: [
          ...(kind === 'ended' ? [] : words),
          { kind: 'button', text: t('button'), url: `${ports.origin}/account/gift-aid` },
        ],
      }),
    ],
    ports.clock(),
  )
}
