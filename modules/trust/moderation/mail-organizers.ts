import { organizersOf, type ReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { supporterOf } from '#modules/organizers/supporter-pages/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale, type Params } from '#shared/text.ts'

/**
 * Returns the texts of letters by case kind, decision and template; `rules/decisions.test.ts` checks that all exist.
 */
export const decisionMailTexts = (locale: Locale, params?: Params) =>
  textsOf('trust/moderation-mails', locale, params) as (key: string) => string

export type DecisionMail = {
  /** Name of the letter, such as `zakat.approve`. */
  readonly name: string
  /** Each key is mailed once to each recipient. */
  readonly key: string
  readonly template?: string | undefined
  /** The reviewer's own text. */
  readonly message?: string | undefined
  readonly until?: Date | undefined
}

type Recipient = {
  readonly email: string
  readonly name: string
  readonly locale: Locale
  /** Path where a supporter edits their page; others use the campaign's pages. */
  readonly path?: string
}

/**
 * Returns the organizers of a fundraiser or the supporter of a page; its charity if none of them has a confirmed email
 * address.
 */
async function recipientsOf(db: Db, campaign: ReviewedCampaign): Promise<Recipient[]> {
  const supporter = await supporterOf(db, campaign.id)
  const organizers = (await organizersOf(db, [campaign.id])).map(({ accountId }) => accountId)
  const people = (await contactsOf(db, supporter ? [supporter] : organizers)).flatMap(({ email, firstName, locale }) =>
    email
      ? [
          {
            email,
            name: firstName,
            locale: isLocale(locale) ? locale : ('en' as const),
            ...(supporter ? { path: '/account/pages' } : {}),
          },
        ]
      : [],
  )
  if (people.length > 0) return people
  const [charity] = await issuersOf(db, [campaign.organizationId])
  return charity
    ? [{ email: charity.email, name: charity.name, locale: isLocale(campaign.language) ? campaign.language : 'en' }]
    : []
}

/** Returns the language of a text for several recipients: that of the first. */
export const languageOf = async (db: Db, campaign: ReviewedCampaign | undefined): Promise<Locale> =>
  (campaign && (await recipientsOf(db, campaign))[0]?.locale) ?? 'en'

/** Mails the organizers in their languages, in the transaction of the event. Returns the number of mails. */
export async function mailOrganizers(
  ports: NotificationPorts,
  tx: Tx,
  campaign: ReviewedCampaign,
  letter: DecisionMail,
): Promise<number> {
  const recipients = await recipientsOf(tx, campaign)
  await queueMails(
    tx,
    recipients.map((recipient, index) => mailOf(ports, campaign, letter, recipient, index)),
    ports.clock(),
  )
  return recipients.length
}

function mailOf(
  ports: NotificationPorts,
  campaign: ReviewedCampaign,
  letter: DecisionMail,
  { email, name, locale, path: ownPath }: Recipient,
  index: number,
) {
  const values = {
    product: ports.productName,
    name: `\u2068${name}\u2069`,
    campaign: `\u2068${campaign.name}\u2069`,
    date: letter.until ? formatDay(localDateIn('UTC', letter.until), locale) : '',
  }
  const say = decisionMailTexts(locale, values)
  const [area] = letter.name.split('.')
  const path = ownPath ?? (area === 'zakat' ? `/organize/${campaign.id}/zakat` : `/organize/${campaign.id}`)
  return noticeMail(ports, {
    key: `${letter.key}.${index}`,
    kind: `moderation-${letter.name.replace('.', '-')}`,
    to: email,
    locale,
    t: (key) => say(key === 'footer' ? key : `${letter.name}.${key}`),
    blocks: [
      ...(letter.template ? [{ kind: 'text' as const, text: say(`template.${letter.template}`) }] : []),
      ...(letter.message ? [{ kind: 'text' as const, text: letter.message, isTheirs: true }] : []),
      { kind: 'button', text: say(`button.${area}`), url: `${ports.origin}${path}` },
    ],
  })
}
