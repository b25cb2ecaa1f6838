import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ZakatRing } from './zakat-ring.tsx'

type State = OutputOf<ProductContract, 'GET /v4/zakat'>
/** The zakat state of a signed-in donor, and the days until their zakat year ends. */
export type ShownState = State & {
  readonly currency: NonNullable<State['currency']>
  readonly online: NonNullable<State['online']>
  readonly offsite: NonNullable<State['offsite']>
  readonly window: NonNullable<State['window']>
  readonly daysLeft: number | null
}

/** The current zakat year: the ring with its legend, what remains, the zakat date and the next action. */
export function ZakatProgress({ state }: { readonly state: ShownState }) {
  const t = useText()
  const { currency, window } = state
  const due = state.due === null ? null : money(BigInt(state.due), currency)
  return (
    <section className="card card-in zakat-progress" aria-labelledby="progress">
      <ZakatRing
        due={due}
        online={money(BigInt(state.online.total), currency)}
        offsite={money(BigInt(state.offsite.total), currency)}
      />
      <div className="stack">
        <Heading state={state} />
        <Figures state={state} />
        {state.isApproximate ? <p className="small quiet">{t('zakat-account.approximate')}</p> : null}
        <p className="small quiet">
          {t('zakat-account.year-from-to', { from: window.start.text, to: (state.anniversary ?? window.end).text })}
        </p>
        <NextStep state={state} />
      </div>
    </section>
  )
}

function Heading({ state }: { readonly state: ShownState }) {
  const t = useText()
  const { anniversary, daysLeft, hasLapsed } = state
  if (!anniversary || daysLeft === null)
    return (
      <>
        <h2 id="progress">{t(hasLapsed ? 'zakat-account.lapsed-title' : 'zakat-account.none-title')}</h2>
        <p>{t(hasLapsed ? 'zakat-account.lapsed-text' : 'zakat-account.none-text')}</p>
      </>
    )
  return (
    <>
      <h2 id="progress">{t('zakat-account.progress')}</h2>
      <div>
        <p className="small quiet">{t('zakat-account.date')}</p>
        <p>
          <bdi className="strong">{anniversary.hijri.text}</bdi> · <bdi>{anniversary.text}</bdi>
        </p>
        <p>{t('zakat-account.days-left', { count: daysLeft })}</p>
      </div>
    </>
  )
}

function Figures({ state: { currency, due, online, offsite, remaining, overpaid } }: { readonly state: ShownState }) {
  const t = useText()
  const isOverpaid = overpaid !== null && overpaid !== '0'
  return (
    <>
      <dl className="lines">
        {due === null ? null : (
          <>
            <dt>{t('zakat-account.due')}</dt>
            <dd>
              <Amount minor={BigInt(due)} currency={currency} fractions="always" />
            </dd>
          </>
        )}
        <dt className="zakat-legend zakat-legend-online">{t('zakat-account.online')}</dt>
        <dd>
          <Amount minor={BigInt(online.total)} currency={currency} fractions="always" />
        </dd>
        <dt className="zakat-legend zakat-legend-offsite">{t('zakat-account.offsite')}</dt>
        <dd>
          <Amount minor={BigInt(offsite.total)} currency={currency} fractions="always" />
        </dd>
        {remaining === null ? null : (
          <>
            <dt className="lines-total">{t('zakat-account.remaining')}</dt>
            <dd className="lines-total">
              <Amount minor={BigInt(remaining)} currency={currency} fractions="always" />
            </dd>
          </>
        )}
        {isOverpaid ? (
          <>
            <dt>{t('zakat-account.overpaid')}</dt>
            <dd>
              <Amount minor={BigInt(overpaid)} currency={currency} fractions="always" />
            </dd>
          </>
        ) : null}
      </dl>
      {isOverpaid ? <p className="small quiet">{t('zakat-account.overpaid-note')}</p> : null}
    </>
  )
}

/** The next action: calculate, or give what remains. */
function NextStep({ state: { currency, due, remaining, hasLapsed } }: { readonly state: ShownState }) {
  const t = useText()
  const locale = useLocale()
  if (remaining === null)
    return (
      <p>
        <a className="button button-primary" href="/v4/zakat/calculator">
          {t(hasLapsed ? 'zakat-account.calculate-again' : 'zakat-account.calculate')}
        </a>
      </p>
    )
  const moneyValue = money(BigInt(remaining), currency)
  return (
    <>
      {moneyValue.amount === 0n ? (
        <p className="notice">{t(due === '0' ? 'zakat-account.nothing-due' : 'zakat-account.complete')}</p>
      ) : null}
      <p className="button-row">
        {moneyValue.amount > 0n ? (
          <a className="button button-primary" href="/v4/zakat/give">
            {t('zakat-account.give', {
              amount: `\u2068${formatMoney(moneyValue, locale, { fractions: 'always' })}\u2069`,
            })}
          </a>
        ) : null}
        <a className="button button-quiet" href="/v4/zakat/calculator">
          {t('zakat-account.calculate-again')}
        </a>
      </p>
    </>
  )
}
