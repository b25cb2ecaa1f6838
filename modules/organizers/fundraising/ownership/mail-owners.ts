import { listMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type Block, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, type Locale, type Params } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'

/** Kinds of mails in `locales/en/organizers/charity-mails.json`, each with `subject`, `title`, `text` and `button`. */
export type CharityMail =
  | 'member-invited'
  | 'member-joined'
  | 'member-changed'
  | 'member-removed'
  | 'owner-removed'
  | 'owner-erased'
  | 'ownership-transferred'
  | 'ownership-delayed'
  | 'ownership-requested'
  | 'ownership-contested'
  | 'ownership-stopped'
  | 'ownership-refused'
  | 'ownership-void'
  | 'verification-verified'
  | 'country-changed'
  | 'verification-returned'
  | 'verification-rejected'
  | 'bank-entered'
  | 'bank-approved'
  | 'bank-rejected'
  | 'bank-stopped'
  | 'subdomain-changed'
  | 'embed-hosts-changed'
  | 'api-key-created'
  | 'api-key-rotated'
  | 'api-key-revoked'
  | 'webhook-created'
  | 'webhook-changed'
  | 'webhook-rotated'
  | 'webhook-disabled'
  | 'domain-added'
  | 'domain-verified'
  | 'domain-missing'
  | 'domain-dropped'
  | 'domain-removed'
  | 'domain-chosen'
  | 'domain-unchosen'
  | 'closing-requested'
  | 'closed'

/** Returns the texts of charity mails in a language. */
export const mailTexts = (locale: Locale, params: Params) => textsOf('organizers/charity-mails', locale, params)

/**
 * Queues a mail to members of a charity in their languages, by default to its owners. `message` is a text by staff,
 * `params` are the parameters of the texts. Each `key` is sent once to each member.
 */
export async function mailOwners(
  ports: NotificationPorts,
  tx: Tx,
  charity: { readonly id: bigint; readonly name: string; readonly nameAr: string | null },
  input: {
    readonly kind: CharityMail
    readonly key: string
    readonly roles?: readonly MemberRole[]
    /** Accounts that were owners until this transaction. */
    readonly alsoTo?: readonly string[]
    readonly message?: (locale: Locale) => string
    readonly params?: (locale: Locale) => Params
    /** Path of the button below the charity's own pages. */
    readonly path?: string
    /** URL of the button, instead of `path`. */
    readonly url?: string
  },
): Promise<void> {
  const roles = input.roles ?? ['owner']
  const members = (await listMembers(tx, charity.id)).filter(({ role }) => roles.includes(role))
  const ids = [...new Set([...members.map(({ accountId }) => accountId), ...(input.alsoTo ?? [])])]
  const mails = (await contactsOf(tx, ids)).flatMap(({ id, email, locale: preferredLocale }) => {
    if (email === null) return []
    const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
    const t = mailTexts(locale, {
      product: ports.productName,
      charity: `\u2068${(locale === 'ar' && charity.nameAr) || charity.name}\u2069`,
      ...input.params?.(locale),
    })
    const message = input.message?.(locale) ?? ''
    const blocks: Block[] = [
      ...(message ? [{ kind: 'text' as const, text: message, isTheirs: true as const }] : []),
      {
        kind: 'button',
        text: t(`${input.kind}.button`),
        url: input.url ?? `${ports.origin}/organize/charities/${charity.id}${input.path ?? ''}`,
      },
    ]
    return [
      noticeMail(ports, {
        key: `${input.key}.${id}`,
        kind: `charity-${input.kind}`,
        to: email,
        locale,
        t: (key) => t(key === 'footer' ? 'footer' : `${input.kind}.${key}`),
        blocks,
      }),
    ]
  })
  await queueMails(tx, mails, ports.clock())
}
