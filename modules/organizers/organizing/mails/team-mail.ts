import { type Block, type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { Tx } from '#shared/ports.ts'
import { isolate, isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { OrganizingPorts } from '../ports.ts'
import { type MemberMail, membersToMail } from '../queries/member-mails.ts'

/** Mails about single events, by the prefix of their texts, with the preference that turns them off (content-31). */
const preferences = {
  'large-donation': 'largeDonationMails',
  refund: 'refundMails',
  'lost-plan': 'lostPlanMails',
  published: 'fundraiserMails',
  asked: 'fundraiserMails',
} as const satisfies Record<string, MemberMail>

/** An event at a fundraiser that its charity's team is mailed about. It names no donor. */
export type TeamEvent = {
  readonly kind: keyof typeof preferences
  /** Identifies the event: each member gets one mail about it. */
  readonly key: string
  readonly organizationId: bigint
  readonly campaign: string
  readonly charity?: string
  /** Formats the amount of the event, for its title and text. */
  readonly amountIn?: (locale: Locale) => string
  /** Chooses one of several texts, such as `text-donor`. */
  readonly text?: 'text-donor' | 'text-uncollected'
  readonly blocksIn?: (t: TeamTexts, locale: Locale) => readonly Block[]
  /** Path of the page that the mail's button opens. */
  readonly path: string
}
type TeamTexts = ReturnType<typeof textsOf<'organizers/member-mails'>>

/** Queues mails about events to the members of their charities who see money and want them; once for each event. */
export async function mailTeams(ports: OrganizingPorts, tx: Tx, events: readonly TeamEvent[]): Promise<void> {
  const mails: MailRow[] = []
  for (const [kind, ofKind] of Map.groupBy(events, (event) => event.kind)) {
    const organizationIds = [...new Set(ofKind.map(({ organizationId }) => organizationId))]
    const members = await membersToMail(tx, {
      targets: organizationIds.map((organizationId) => ({ organizationId, campaignId: null })),
      mail: preferences[kind],
    })
    const membersOf = Map.groupBy(members, ({ organizationId }) => organizationId)
    for (const event of ofKind)
      for (const member of membersOf.get(event.organizationId) ?? []) mails.push(mailOf(ports, event, member))
  }
  await queueMails(tx, mails, ports.clock())
}

function mailOf(
  ports: OrganizingPorts,
  event: TeamEvent,
  member: { readonly accountId: string; readonly email: string; readonly locale: string },
): MailRow {
  const locale = isLocale(member.locale) ? member.locale : 'en'
  const values = {
    product: ports.productName,
    campaign: isolate(event.campaign),
    charity: isolate(event.charity ?? ''),
    amount: event.amountIn ? isolate(event.amountIn(locale)) : '',
  }
  const texts = textsOf('organizers/member-mails', locale, values)
  return noticeMail(ports, {
    key: `${event.kind}.${event.key}.${member.accountId}`,
    kind: `team-${event.kind}`,
    to: member.email,
    locale,
    t: (key) => {
      if (key === 'footer') return texts('team.footer')
      return texts(`${event.kind}.${key === 'text' ? (event.text ?? 'text') : key}` as 'refund.text')
    },
    blocks: [
      ...(event.blocksIn?.(texts, locale) ?? []),
      { kind: 'button', text: texts(`${event.kind}.button`), url: `${ports.origin}${event.path}` },
      { kind: 'link', text: texts('team.choose'), url: `${ports.origin}/account/notifications` },
    ],
  })
}
