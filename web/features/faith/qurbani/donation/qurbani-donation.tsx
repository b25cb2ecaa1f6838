import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ShownDonation } from './shown-donation.ts'

/** The status of each share of a donation, and the choice for shares that weren't performed (qurbani-12). */
export function QurbaniDonation({ donation, token }: { readonly donation: ShownDonation; readonly token?: string }) {
  const t = useText()
  const { shares, choice } = donation
  const isAnyOpen = shares.some(({ performedOn }) => performedOn === null)
  return (
    <>
      <p className="quiet">
        {t('qurbani-donation.summary', {
          animal: t(`qurbani-shares.animal-${donation.animal}`),
          country: `\u2068${donation.countryName}\u2069`,
          campaign: `\u2068${donation.campaign}\u2069`,
        })}
      </p>
      {choice ? <Choice donation={donation} token={token} /> : null}
      {isAnyOpen && !choice ? (
        <p>{t('qurbani-donation.days', { from: donation.from, until: donation.until, confirm: donation.confirm })}</p>
      ) : null}
      <ul className="stack">
        {shares.map((share, index) => (
          <li key={index}>
            <span className="strong">
              <bdi>{share.name ?? t('qurbani-donation.anonymous')}</bdi>
            </span>
            <br />
            <ShareState share={share} isAsked={choice !== null} />
          </li>
        ))}
      </ul>
      {isAnyOpen ? null : <p>{t('qurbani-donation.accept')}</p>}
    </>
  )
}

function ShareState({
  share,
  isAsked,
}: {
  readonly share: ShownDonation['shares'][number]
  readonly isAsked: boolean
}) {
  const t = useText()
  if (share.day === null)
    return <span className="quiet">{t(isAsked ? 'qurbani-donation.not-performed' : 'qurbani-donation.ordered')}</span>
  return (
    <span>
      {t('qurbani-donation.performed', {
        hijri: share.hijri ?? '',
        day: share.day,
        place: `\u2068${share.place ?? ''}\u2069`,
      })}
    </span>
  )
}

/** The choice with a button for each option, or the option that was chosen. */
function Choice({ donation, token }: { readonly donation: ShownDonation; readonly token: string | undefined }) {
  const t = useText()
  const { choice } = donation
  if (!choice) return null
  const amounts = { refund: `\u2068${choice.refundText}\u2069`, sadaqah: `\u2068${choice.sadaqahText}\u2069` }
  if (choice.chosen)
    return (
      <p className="notice" role="status">
        {t(`qurbani-donation.chosen-${choice.chosen}`, { amount: amounts[choice.chosen] })}
      </p>
    )
  return (
    <section className="card card-in stack" aria-labelledby="question">
      <h2 id="question">{t('qurbani-donation.question')}</h2>
      <p>{t('qurbani-donation.question-text', { count: choice.unperformed, date: choice.chooseBefore })}</p>
      {(['refund', 'sadaqah'] as const).map((answer) => (
        <PageForm key={answer} className="stack">
          <input type="hidden" name="choice" value={answer} />
          <input type="hidden" name="amount" value={choice.refund} />
          {token ? <input type="hidden" name="token" value={token} /> : null}
          <p className="small">{t(`qurbani-donation.${answer}-text`)}</p>
          <p>
            <Button look={answer === 'refund' ? 'primary' : 'quiet'}>
              {t(`qurbani-donation.${answer}`, { amount: amounts[answer] })}
            </Button>
          </p>
        </PageForm>
      ))}
    </section>
  )
}
