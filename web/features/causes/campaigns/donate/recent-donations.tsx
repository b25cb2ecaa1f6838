import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Avatar } from '#web/ui/small-parts.tsx'
import { Ago } from '../ago.tsx'
import type { Donor } from '../donors.tsx'

type Message = { readonly userDisplayName: string; readonly comment: string }

/** The newest donations and one message, next to the donation form. */
export function RecentDonations({
  donors,
  message,
}: {
  readonly donors: readonly Donor[]
  readonly message: Message | undefined
}) {
  const t = useText()
  if (donors.length === 0) return null
  return (
    <section className="donate-recent" aria-labelledby="recent">
      <h2 id="recent">{t('campaign.recent')}</h2>
      <ul>
        {donors.map((donor, index) => (
          <li key={`${donor.givenAt}-${index}`}>
            <Avatar name={donor.name ?? '✦'} />
            <span>
              <bdi className="strong">{donor.name ?? t('campaign.anonymous')}</bdi>{' '}
              <span className="quiet small">
                <Ago instant={donor.givenAt} />
              </span>
            </span>
            <Amount minor={donor.gift} currency={donor.currency} />
          </li>
        ))}
      </ul>
      {message ? (
        <figure>
          <blockquote dir="auto">{message.comment}</blockquote>
          <figcaption className="quiet small">
            <bdi>{message.userDisplayName}</bdi>
          </figcaption>
        </figure>
      ) : null}
      <p className="small">
        <a href="#donors">{t('campaign.see-donors')}</a>
      </p>
    </section>
  )
}
