import { listFormat } from '#shared/formats.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { ModerationPorts } from './ports.ts'
import type { Case } from './queries/cases.ts'
import { personOf } from './queue.ts'

/**
 * Composes a mail to a colleague, in their language, about the case assigned to them: by whom, its kind, fundraiser and
 * reason. It contains no texts that people wrote; those are only in the staff area.
 */
export async function assignmentMail(
  ports: ModerationPorts,
  db: Db,
  item: Case,
  who: { readonly byId: string; readonly toId: string },
): Promise<MailRow[]> {
  const people = new Map((await contactsOf(db, [who.byId, who.toId])).map((person) => [person.id, person]))
  const [by, to] = [people.get(who.byId), people.get(who.toId)]
  if (!to?.email) return []
  const locale: Locale = isLocale(to.locale) ? to.locale : 'en'
  const [campaign] = await findCampaigns(db, [item.campaignId])
  const words = textsOf('trust/assignment-mail', locale)
  const values = {
    product: ports.productName,
    name: `\u2068${to.firstName}\u2069`,
    colleague: `\u2068${by ? personOf(by).name : ''}\u2069`,
    campaign: `\u2068${campaign?.name ?? ''}\u2069`,
    kind: words(item.kind),
    reasons: listFormat(locale).format(item.reasons.map(({ code }) => words(`why-${code}` as 'why-other'))),
  }
  const say = textsOf('trust/assignment-mail', locale, values)
  return [
    noticeMail(ports, {
      key: `case.${item.id}.assigned.${ports.newId()}`,
      kind: 'moderation-case-assigned',
      to: to.email,
      locale,
      t: say,
      blocks: [
        ...(item.reasons.length > 0 ? [{ kind: 'text' as const, text: say('opened') }] : []),
        { kind: 'button', text: say('button'), url: `${ports.origin}/staff/cases/${item.id}` },
      ],
    }),
  ]
}
