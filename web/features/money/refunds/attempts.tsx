import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type MessageKey, type Translate, useText } from '../../../lib/text.tsx'
import { cardName } from '../cards/card-text.ts'

export type StaffAttempts = OutputOf<ProductContract, 'GET /v4/staff/donations/:intentId/attempts'>

/** To the minute and in UTC: a try six hours later may be another day where its donor is. */
const instant = (iso: string) => `\u2066${iso.slice(0, 16).replace('T', ' ')} UTC\u2069`

function nextText(t: Translate, { nextTryAt, waitsUntil, state }: NonNullable<StaffAttempts['planDonation']>): string {
  if (nextTryAt) return t('tried.plan-next', { when: instant(nextTryAt) })
  if (waitsUntil) return t('tried.plan-waits-until', { when: instant(waitsUntil) })
  return t(`tried.plan-${state}` as MessageKey)
}

/** Each attempt to charge a payment with what the provider said, and what comes next. */
export function Attempts({
  of: { attempts, planDonation },
}: {
  readonly of: Pick<StaffAttempts, 'attempts' | 'planDonation'>
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="attempts">
      <h2 id="attempts">{t('tried.title')}</h2>
      {planDonation ? (
        <p>
          {nextText(t, planDonation)}{' '}
          {planDonation.paidBy ? (
            <a href={`/staff/donations/${planDonation.paidBy}`}>{t('tried.see-payment')}</a>
          ) : null}
        </p>
      ) : null}
      {/* It scrolls sideways where there is no room, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="staff-table-box" tabIndex={0} role="region" aria-labelledby="attempts">
        <table className="staff-table">
          <thead>
            <tr>
              {(['when', 'outcome', 'code', 'class', 'card'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`tried.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.id}>
                <th scope="row" className="staff-when">
                  {instant(attempt.at)}
                </th>
                <td>
                  {t(`tried.state-${attempt.state}`)}
                  {attempt.wasAsked ? ` · ${t('tried.was-asked')}` : ''}
                  {attempt.looksAgainAt ? (
                    <>
                      <br />
                      <span className="quiet">{t('tried.looks-again', { when: instant(attempt.looksAgainAt) })}</span>
                    </>
                  ) : null}
                </td>
                <td>{attempt.declineCode ? <bdi dir="ltr">{attempt.declineCode}</bdi> : '—'}</td>
                <td>{attempt.declineClass ? t(`tried.class-${attempt.declineClass}`) : '—'}</td>
                <td>{attempt.card ? cardName(t, attempt.card) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
