import { useLocale, useText } from '#web/lib/text.tsx'
import { formatMoney, money } from '#shared/money.ts'
import { isolate } from '#shared/text.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { charityName, dayText, type DeclaredDonation } from './overview.ts'

type Props = {
  readonly donations: readonly DeclaredDonation[]
  readonly errorOf: (id: string) => string | undefined
}

/** The donations to charities with a declaration, whether they are covered, and buttons that exclude one or agree for an anonymous one. */
export function CoveredDonations({ donations, errorOf }: Props) {
  const t = useText()
  const locale = useLocale()
  return (
    <section className="stack" aria-labelledby="donations">
      <h2 id="donations">{t('gift-aid.donations')}</h2>
      <ul className="gift-aid-donations">
        {donations.map((donation) => {
          const error = errorOf(`exclude-${donation.id}`)
          const amount = isolate(formatMoney(money(BigInt(donation.gift), donation.currency), locale))
          return (
            <li key={donation.id} className="gift-aid-donation">
              <div>
                <a href={`/account/donations/${encodeURIComponent(donation.id)}`} dir="auto">
                  {donation.campaign}
                </a>
                <p className="quiet small">
                  <bdi>{charityName(donation.charity, locale)}</bdi> · {dayText(donation.givenOn, locale)}
                </p>
              </div>
              <p className="strong">
                <Amount minor={donation.gift} currency={donation.currency} />
              </p>
              <p className="small">{t(`gift-aid.state-${donation.state}`)}</p>
              {donation.state === 'covered' || donation.state === 'unconfirmed' ? (
                <PageForm className="gift-aid-choices">
                  <input type="hidden" name="id" value={donation.id} />
                  {donation.state === 'unconfirmed' ? (
                    <Button
                      name="intent"
                      value="confirm"
                      aria-label={t('gift-aid.agree-label', { amount, day: dayText(donation.givenOn, locale) })}
                    >
                      {t('gift-aid.agree')}
                    </Button>
                  ) : null}
                  <Button
                    look="quiet"
                    name="intent"
                    value="exclude"
                    id={`exclude-${donation.id}`}
                    aria-label={t('gift-aid.exclude-label', { amount, day: dayText(donation.givenOn, locale) })}
                  >
                    {t('gift-aid.exclude')}
                  </Button>
                </PageForm>
              ) : null}
              {error ? <p className="error-text">{error}</p> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
