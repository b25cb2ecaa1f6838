import type { CharityPageView } from '#modules/organizers/charities/contract-page.ts'
import { registersOf } from '#modules/causes/organizations/rules/registration.ts'
import { type MessageKey, useFrame, useText } from '#web/lib/text.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The checks that staff made of a charity, with date and expiry (content-27). */
export function CharityChecks({
  charity,
  days,
  registration,
}: {
  readonly charity: Json<CharityPageView>
  readonly days: { readonly checkedOn: string; readonly until: string | null }
  /** In the visitor's language. */
  readonly registration: string
}) {
  const t = useText()
  const { verification, country } = charity
  const operator = useFrame()?.operator.name ?? ''
  const code = registersOf(country)?.find((register) => register === verification.register)
  return (
    <section className="stack" aria-labelledby="checked">
      <h2 id="checked">{t('charity-page.checked')}</h2>
      {verification.isOwn ? (
        <p>{t('charity-page.own')}</p>
      ) : (
        <dl className="lines card card-in">
          {verification.register ? (
            <>
              <dt>{t('charity-page.registered')}</dt>
              <dd>
                <bdi>{code ? t(`charity-page.register-${code}` satisfies MessageKey) : verification.register}</bdi>
              </dd>
            </>
          ) : null}
          {verification.number || registration ? (
            <>
              <dt>{t(verification.number ? 'charity-page.number' : 'charity-page.registration')}</dt>
              <dd>
                <bdi>{verification.number || registration}</bdi>
              </dd>
            </>
          ) : null}
          <dt>{t('charity-page.checked-on')}</dt>
          <dd>{days.checkedOn}</dd>
          {days.until ? (
            <>
              <dt>{t(verification.state === 'verified' ? 'charity-page.until' : 'charity-page.ended')}</dt>
              <dd>{days.until}</dd>
            </>
          ) : null}
          <dt>{t('charity-page.checked-by')}</dt>
          <dd>
            <bdi>
              {verification.reviewers === 1
                ? t('charity-page.one-person', { operator: `\u2068${operator}\u2069` })
                : operator}
            </bdi>
          </dd>
        </dl>
      )}
      {verification.checks.length > 0 && !verification.isOwn ? (
        <>
          <h3>{t('charity-page.confirmed')}</h3>
          <ul className="charity-page-checks">
            {verification.checks.map((line) => (
              <li key={line}>{t(`charity-page.check-${line}`)}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
