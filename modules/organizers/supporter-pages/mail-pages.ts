import { organizersOf } from '#modules/causes/campaigns/index.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { SupporterPage } from './queries/pages.ts'

type Mail = 'waiting' | 'live' | 'hidden'

/** Mails a page that waits to its approvers: the organizers of its root, or the owners and admins of its charity. */
export async function mailApprovers(ports: NotificationPorts, tx: Tx, page: SupporterPage): Promise<void> {
  const organizers = (await organizersOf(tx, [page.rootId])).map(({ accountId }) => accountId)
  const members = organizers.length > 0 ? [] : await listMembers(tx, page.organizationId)
  const approvers = members.flatMap(({ accountId, role }) => (role === 'owner' || role === 'admin' ? [accountId] : []))
  await mail(ports, tx, {
    page,
    as: 'waiting',
    to: [...organizers, ...approvers],
    path: `/organize/${page.rootId}/supporters`,
  })
}

/** Mails a supporter that their page was approved or hidden. */
export async function mailSupporter(
  ports: NotificationPorts,
  tx: Tx,
  page: SupporterPage,
  as: 'live' | 'hidden',
): Promise<void> {
  const to = page.accountId === null ? [] : [page.accountId]
  await mail(ports, tx, { page, as, to, path: `/account/pages/${page.id}` })
}

async function mail(
  ports: NotificationPorts,
  tx: Tx,
  input: { readonly page: SupporterPage; readonly as: Mail; readonly to: readonly string[]; readonly path: string },
): Promise<void> {
  const instant = ports.clock()
  const params = {
    product: ports.productName,
    name: `\u2068${input.page.supporterName}\u2069`,
    title: `\u2068${input.page.title}\u2069`,
    campaign: `\u2068${input.page.rootTitle}\u2069`,
  }
  const mails = (await contactsOf(tx, input.to)).flatMap(({ email, locale: preferredLocale }, index) => {
    if (!email) return []
    const locale = isLocale(preferredLocale) ? preferredLocale : 'en'
    const t = textsOf('organizers/supporter-mails', locale, params, `${input.as}.`)
    return noticeMail(ports, {
      key: `supporter-page.${input.page.id}.${input.as}.${instant.getTime()}.${index}`,
      kind: `supporter-page-${input.as}`,
      to: email,
      locale,
      t,
      blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}${input.path}` }],
    })
  })
  await queueMails(tx, mails, instant)
}
