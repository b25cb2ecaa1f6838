import { type ReactNode, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '#web/lib/text.tsx'
import { Backdrop } from './icons.tsx'
import { Loading } from './loading.tsx'
import { NextGiving } from './next-giving.tsx'
import { Years } from './years.tsx'

/** The Welcome as a page of its own, without a story behind it. */
const Panel = ({ children }: { readonly children: ReactNode }) => (
  <section className="deeds-panel" data-slide="welcome">
    <Backdrop />
    <div className="deeds-panel-in">{children}</div>
  </section>
)

/** Shown to visitors without a session; `logInUrl` redirects back here. */
export function LoggedOut({ logInUrl }: { readonly logInUrl: string }) {
  const t = useText()
  return (
    <Panel>
      <h1>{t('deeds.log-in')}</h1>
      <p>
        <a className="button button-light" href={logInUrl}>
          {t('deeds.log-in-link')}
        </a>
      </p>
    </Panel>
  )
}

/** Shown if the donor gave nothing in the year, or everything was refunded. */
export function NoDeeds({
  programmes,
  years,
  hijriYear,
}: {
  readonly programmes: ReactNode
  readonly years: readonly number[]
  readonly hijriYear: number
}) {
  const t = useText()
  return (
    <>
      <Panel>
        <h1>{t('deeds.none')}</h1>
        <p className="deeds-lead">{t('deeds.none-text')}</p>
        <Years years={years} hijriYear={hijriYear} />
      </Panel>
      <div className="page">
        <NextGiving programmes={programmes} look="grid" />
      </div>
    </>
  )
}

type Consent = OutputOf<ProductContract, 'GET /v4/privacy/consents'>['consents'][number]

/** Asks for the consent `recap`. Shows the loading Welcome while the Deeds are then calculated. */
export function ConsentNeeded({
  consent,
  hijriYear,
  problem,
}: {
  readonly consent: Consent
  readonly hijriYear: number
  readonly problem: string | undefined
}) {
  const t = useText()
  const [isSent, setSent] = useState(false)
  return (
    <>
      {isSent ? <Loading isComplete={false} hijriYear={hijriYear} /> : null}
      <Panel>
        <h1>{t('deeds.consent', { year: String(hijriYear) })}</h1>
        {problem ? (
          <p className="deeds-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <p>{t('deeds.consent-what')}</p>
        <p className="deeds-consent">{consent.text}</p>
        <form method="post" className="button-row" onSubmit={() => setSent(true)}>
          <input type="hidden" name="textVersion" value={consent.textVersion} />
          <input type="hidden" name="hijriYear" value={hijriYear} />
          <button className="button button-light">{t('deeds.consent-agree')}</button>
          <a className="button deeds-decline" href="/account">
            {t('deeds.consent-decline')}
          </a>
        </form>
        <p className="deeds-small">{t('deeds.consent-withdraw')}</p>
      </Panel>
    </>
  )
}
