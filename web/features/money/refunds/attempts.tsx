import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type MessageKey, type Translate, useText } from '#web/lib/text.tsx'
import { cardName } from '../cards/card-text.ts'

export type StaffAttempts = OutputOf<ProductContract, 'GET /v4/staff/donations/:intentId/attempts'>

/**
 * Formats an instant to the minute in UTC, because attempts hours apart can fall on different days in the donor's time
 * zone.
 */
const instant = (iso: string) => `\u2066${iso.slice(0, 16).replace('T', ' ')} UTC\u2069`

function nextText(
  t: Translate,
  { nextAttemptAt, actionDeadline, state }: NonNullable<StaffAttempts['planDonation']>,
): string {
  if (nextAttemptAt) return t('attempts.plan-next', { when: instant(nextAttemptAt) })
  if (actionDeadline) return t('attempts.plan-action-deadline', { when: instant(actionDeadline) })
  return t(`attempts.plan-${state}` as MessageKey)
}

/** The payment's attempts with the provider's responses, and the next attempt. */
export function Attempts({
  payment: { attempts, planDonation },
}: {
  readonly payment: Pick<StaffAttempts, 'attempts' | 'planDonation'>
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="attempts">
      <h2 id="attempts">{t('attempts.title')}</h2>
      {planDonation ? (
        <p>
          {nextText(t, planDonation)}{' '}
          {planDonation.paidBy ? (
            <a href={`/staff/donations/${planDonation.paidBy}`}>{t('attempts.view-payment')}</a>
          ) : null}
        </p>
      ) : null}
      {/* Scrollable regions must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="staff-table-box" tabIndex={0} role="region" aria-labelledby="attempts">
        <table className="staff-table">
          <thead>
            <tr>
              {(['when', 'outcome', 'code', 'class', 'card'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`attempts.${column}`)}
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
                  {t(`attempts.state-${attempt.state}`)}
                  {attempt.isChallenged ? ` · ${t('attempts.challenged')}` : ''}
                  {attempt.nextLookupAt ? (
                    <>
                      <br />
                      <span className="quiet">
                        {t('attempts.next-lookup', { when: instant(attempt.nextLookupAt) })}
                      </span>
                    </>
                  ) : null}
                </td>
                <td>{attempt.declineCode ? <bdi dir="ltr">{attempt.declineCode}</bdi> : '—'}</td>
                <td>{attempt.declineClass ? t(`attempts.class-${attempt.declineClass}`) : '—'}</td>
                <td>{attempt.card ? cardName(t, attempt.card) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
