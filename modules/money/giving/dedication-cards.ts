import { required } from '#shared/collections.ts'
import { sql } from 'kysely'
import { type Locale, isLocale, translate } from '#shared/text.ts'
import type { Tx } from '#shared/ports.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { noticeMail, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { notRefunded } from './queries/organizer.ts'
import type { ValueOf } from './rules/donor-fields.ts'

type Dedicated = {
  readonly id: string
  readonly locale: string
  readonly campaignName: string
  readonly campaignSlug: string
  /** The donor's public name; null for an anonymous donation. */
  readonly donor: string | null
  readonly dedication: ValueOf<'dedication'>
}

/**
 * Queues the card, without the amount, for each dedication that has a recipient's email, in the transaction that
 * takes the payment from the outbox. The email's key prevents duplicates. Donations that were refunded or erased
 * meanwhile are skipped.
 */
export async function sendDedicationCards(
  ports: NotificationPorts,
  tx: Tx,
  intentIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<Dedicated>`
    select d.id, d.locale, c.name as "campaignName", c.slug as "campaignSlug", d.dedication,
      giving.public_name(d) as donor
    from giving.donation d join campaigns.campaign c on c.id = d.campaign_id
    where d.intent_id = any(${intentIds}::uuid[]) and d.dedication->>'email' <> '' and d.retained_until is null
      and ${sql.raw(notRefunded)} order by d.id`.execute(tx)
  await queueMails(
    tx,
    rows.map((row) => cardOf(ports, row)),
    ports.clock(),
  )
}

function cardOf(ports: NotificationPorts, { id, dedication, donor, ...row }: Dedicated) {
  const locale: Locale = isLocale(row.locale) ? row.locale : 'en'
  const text = (key: string) =>
    translate(catalogueOf('money/donation-fields', locale), locale, `card-${key}`, {
      name: `\u2068${dedication.name}\u2069`,
      campaign: `\u2068${row.campaignName}\u2069`,
      donor:
        donor === null
          ? translate(catalogueOf('money/donation-fields', locale), locale, 'card-someone')
          : `\u2068${donor}\u2069`,
      product: ports.productName,
    })
  return noticeMail(ports, {
    key: `dedication.${id}.card`,
    kind: 'dedication-card',
    to: tidyEmail(required(dedication.email)),
    locale,
    t: (key) => text(key === 'footer' ? key : `${dedication.kind}-${key}`),
    blocks: [
      ...(dedication.message
        ? [{ kind: 'text', text: `\u201c${dedication.message}\u201d`, isTheirs: true } as const]
        : []),
      {
        kind: 'button',
        text: text('button'),
        url: `${ports.origin}/v4/campaign/${encodeURIComponent(row.campaignSlug)}`,
      },
    ],
  })
}
