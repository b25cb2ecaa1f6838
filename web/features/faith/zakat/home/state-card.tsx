import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { type Translate, useLocale, useText } from '#web/lib/text.tsx'
import { type Action, stateAction } from './state-action.ts'

type Progress = OutputOf<ProductContract, 'GET /v4/zakat'>

const addresses: Readonly<Record<Action, string>> = {
  'log-in': `/login?redirectUrl=${encodeURIComponent('/v4/zakat')}`,
  calculate: '/v4/zakat/calculator',
  give: '/v4/zakat/give',
  view: '/account/zakat',
}

/** The donor's zakat state with its amounts and the next action (S2 §4). */
export function StateCard({ progress }: { readonly progress: Progress }) {
  const t = useText()
  const locale = useLocale()
  const action = stateAction(progress)
  return (
    <section className="card card-in stack zakat-state" aria-labelledby="zakat-state">
      <h2 id="zakat-state">{titleOf(t, locale, progress)}</h2>
      <p className="quiet">{t(progress.hasLapsed ? 'zakat-home.lapsed' : `zakat-home.about-${progress.state}`)}</p>
      <Amounts progress={progress} />
      {progress.anniversary ? (
        <p className="small">
          {t('zakat-home.anniversary', {
            date: progress.anniversary.text,
            hijri: progress.anniversary.hijri.text,
          })}
        </p>
      ) : null}
      <p>
        <a
          className={`button button-wide ${action === 'give' || action === 'view' ? 'button-primary' : 'button-quiet'}`}
          href={addresses[action]}
        >
          {t(`zakat-home.action-${action}`)}
        </a>
      </p>
    </section>
  )
}

/** Returns the heading: how much of what is due was given, or the state. */
function titleOf(t: Translate, locale: Locale, { state, currency, due, online, offsite, isApproximate }: Progress) {
  if (state !== 'DONATED' || due === null || !currency || !online || !offsite) return t(`zakat-home.state-${state}`)
  const show = (minor: bigint) => `\u2068${formatMoney(money(minor, currency), locale, { fractions: 'always' })}\u2069`
  const given = BigInt(online.total) + BigInt(offsite.total)
  return t('zakat-home.state-given-of', { given: `${isApproximate ? '≈ ' : ''}${show(given)}`, due: show(BigInt(due)) })
}

/** The amounts due, given and remaining; without a zakat year only the amount given. */
function Amounts({
  progress: { currency, due, online, offsite, remaining, overpaid, isApproximate },
}: {
  readonly progress: Progress
}) {
  const t = useText()
  const locale = useLocale()
  if (!currency || !online || !offsite) return null
  const given = BigInt(online.total) + BigInt(offsite.total)
  if (due === null && given === 0n) return null
  const show = (minor: string | bigint, isRough = false) =>
    `${isRough ? '≈ ' : ''}${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'always' })}`
  const isOverpaid = overpaid !== null && BigInt(overpaid) > 0n
  return (
    <dl className="lines">
      {due === null ? null : (
        <>
          <dt>{t('zakat-home.due')}</dt>
          <dd>{show(due)}</dd>
        </>
      )}
      <dt>{t('zakat-home.given')}</dt>
      <dd>{show(given, isApproximate)}</dd>
      {remaining === null ? null : (
        <>
          <dt>{t('zakat-home.remaining')}</dt>
          <dd className="strong">{show(remaining, isApproximate)}</dd>
        </>
      )}
      {isOverpaid ? (
        <>
          <dt>{t('zakat-home.overpaid')}</dt>
          <dd>{show(overpaid, isApproximate)}</dd>
        </>
      ) : null}
    </dl>
  )
}
