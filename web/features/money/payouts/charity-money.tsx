import type { HoldReason } from '#modules/money/payouts/rules/holds.ts'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { ShownMoney } from './shown-money.ts'

type Props = { readonly money: ShownMoney }

/** Why payments are on hold; the holds of a charity are listed as what is missing. */
const holdTexts: Readonly<Partial<Record<HoldReason, MessageKey>>> = {
  'card-payment-new': 'charity-payouts.hold-card',
  'debit-new': 'charity-payouts.hold-debit',
  disputed: 'charity-payouts.hold-disputed',
  'refund-requested': 'charity-payouts.hold-refund-requested',
  'refund-open': 'charity-payouts.hold-refund-open',
}

/** Returns the key of the sentence about what can be paid out. */
function headline({ today, missing, whyNot }: ShownMoney) {
  if (today.total <= 0) return 'today-nothing'
  if (missing.length > 0) return 'ready'
  return whyNot ? 'next-payout' : 'today'
}

/** A charity's money in one currency: what can be paid out today, where the rest is, and the request. */
export function CharityMoney({ money }: Props) {
  const t = useText()
  const amount = useMinorText(money.currency)
  const { currency, today, missing, parts, paid } = money
  const isMissing = missing.length > 0
  const title = `money-${currency}`
  return (
    <section className="card card-in stack" aria-labelledby={title}>
      <h2 id={title} className="charity-money-today">
        {t(`charity-payouts.${headline(money)}`, {
          amount: amount(today.total),
          currency: `\u2068${currency}\u2069`,
        })}
      </h2>
      <div className="charity-money-bar" aria-hidden="true">
        {parts
          .filter((part) => part.amount > 0)
          .map((part) => (
            <span key={part.name} className={`charity-money-${part.name}`} style={{ flexGrow: part.amount }} />
          ))}
      </div>
      <ul className="charity-money-parts">
        {parts.map((part) => (
          <li key={part.name}>
            <span className="charity-money-label">
              <span className={`charity-money-sign charity-money-${part.name}`} aria-hidden="true" />
              {t(`charity-payouts.part-${part.name}`)}
            </span>{' '}
            <Amount minor={part.amount} currency={currency} fractions="always" />
          </li>
        ))}
      </ul>
      <p className="quiet">{t('charity-payouts.paid', { amount: amount(paid) })}</p>
      {parts.some(({ name, amount: sum }) => name === 'free' && sum < 0) ? (
        <p className="notice">{t('charity-payouts.debt')}</p>
      ) : null}
      {isMissing ? <MissingList money={money} /> : null}
      <RequestPayout money={money} />
      <MoneyDetails money={money} />
    </section>
  )
}

/** What the charity lacks for payouts, each with a link to the page that leads to it. */
function MissingList({ money: { currency, missing } }: Props) {
  const t = useText()
  return (
    <div className="notice stack" role="group" aria-labelledby={`missing-${currency}`}>
      <h3 id={`missing-${currency}`}>{t('charity-payouts.missing')}</h3>
      <ul className="charity-money-missing">
        {missing.map(({ text, page, path }) => (
          <li key={text}>
            {text} {page ? <a href={path}>{t(`charity-payouts.missing-${page}`)}</a> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The form that requests a payout, or why there can be none now. */
function RequestPayout({ money }: Props) {
  const t = useText()
  const amount = useMinorText(money.currency)
  const { currency, canRequest, whyNot, lastFour, nextDraftOn } = money
  return (
    <>
      {canRequest ? (
        <PageForm className="stack">
          <p>
            {t('charity-payouts.request-text', {
              amount: amount(money.today.total),
              lastFour: `\u2066${lastFour ?? ''}\u2069`,
            })}
          </p>
          <button
            id={`request-${currency}`}
            className="button button-primary"
            name="currency"
            value={currency}
            aria-describedby={`money-${currency}`}
          >
            {t('charity-payouts.request')}
          </button>
        </PageForm>
      ) : null}
      {whyNot ? <p>{t(`charity-payouts.why-${whyNot}`, { amount: amount(money.minimum) })}</p> : null}
      {nextDraftOn ? <p className="quiet">{t('charity-payouts.next', { date: nextDraftOn })}</p> : null}
    </>
  )
}

/** How the sum of today is calculated, what is on hold until when, and the reserves with their dates. */
function MoneyDetails({ money }: Props) {
  const t = useText()
  const { currency, today, held, reserves, reservePercent } = money
  const lines = [
    ['zakat', today.zakat],
    ['rest', today.rest],
    ['reserve', -today.reserve],
    ['released', today.released],
  ] as const
  return (
    <>
      {today.total > 0 ? (
        <details>
          <summary>{t('charity-payouts.calculation')}</summary>
          <dl className="lines">
            {lines.map(([name, minor]) => (
              <AmountLine key={name} label={t(`charity-payouts.${name}`)} minor={minor} currency={currency} />
            ))}
            <dt className="lines-total">{t('charity-payouts.total')}</dt>
            <dd className="lines-total">
              <Amount minor={today.total} currency={currency} fractions="always" />
            </dd>
          </dl>
        </details>
      ) : null}
      {held.length > 0 ? (
        <details>
          <summary>{t('charity-payouts.held-title')}</summary>
          <ul>
            {held.map((item) => (
              <li key={`${item.kind}-${item.reason}`}>
                <Amount minor={item.amount} currency={currency} fractions="always" />{' '}
                {item.kind === 'zakat' ? <Badge look="zakat">{t('charity-payouts.zakat')}</Badge> : null}{' '}
                {t(holdTexts[item.reason] ?? 'charity-payouts.part-held')}
                {' · '}
                <HeldUntil from={item.from} until={item.until} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {reserves.length > 0 ? (
        <details>
          <summary>{t('charity-payouts.reserve-title')}</summary>
          <p>{t('charity-payouts.reserve-lead', { percent: reservePercent })}</p>
          <ul>
            {reserves.map((reserve) => (
              <li key={reserve.reference}>
                <Amount minor={reserve.amount} currency={currency} fractions="always" />{' '}
                {t(reserve.isDisputed ? 'charity-payouts.reserve-disputed' : 'charity-payouts.reserve-item', {
                  number: `\u2066${reserve.reference}\u2069`,
                  date: reserve.from,
                })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

/** From when money on hold is free. */
function HeldUntil({ from, until }: { readonly from: string | null; readonly until: string | null }) {
  const t = useText()
  if (!from || !until) return t('charity-payouts.held-open')
  return from === until
    ? t('charity-payouts.held-until', { date: until })
    : t('charity-payouts.held-between', { from, until })
}

const AmountLine = ({
  label,
  minor,
  currency,
}: {
  readonly label: string
  readonly minor: number
  readonly currency: ShownMoney['currency']
}) => (
  <>
    <dt>{label}</dt>
    <dd>
      <Amount minor={minor} currency={currency} fractions="always" />
    </dd>
  </>
)
