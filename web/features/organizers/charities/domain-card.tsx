import type { ReactNode } from 'react'
import type { DomainState } from '#modules/causes/organizations/rules/domain-verification.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

/** A domain as its page shows it, with formatted dates. */
export type ShownDomain = {
  readonly host: string
  readonly state: DomainState
  readonly isPrimary: boolean
  readonly record: { readonly name: string; readonly type: string; readonly value: string }
  readonly since: string
  readonly checked: string | null
  readonly silentSince: string | null
}

const looks: Partial<Record<DomainState, 'brand' | 'accent'>> = {
  verified: 'brand',
  waiting: 'accent',
  missing: 'accent',
  dropped: 'accent',
}

/** A charity's domain: its state, the next step, and the owners' forms. `children`: the DNS record to copy. */
export function DomainCard({
  domain,
  canChange,
  children,
}: {
  readonly domain: ShownDomain
  readonly canChange: boolean
  readonly children: ReactNode
}) {
  const t = useText()
  const { host, state, isPrimary, since, checked } = domain
  const id = `domain-${host}`
  return (
    <section className="card card-in stack" aria-labelledby={id}>
      <div className="own-charity-row">
        <h2 id={id} className="own-charity-host" tabIndex={-1}>
          <bdi dir="ltr">{host}</bdi>
        </h2>
        <Badge {...(looks[state] ? { look: looks[state] } : {})}>{t(`domains.state-${state}`)}</Badge>
        {isPrimary && state === 'verified' ? <Badge look="brand">{t('domains.is-primary')}</Badge> : null}
      </div>
      <p>{t(`domains.text-${state}`, { date: since })}</p>
      <LatestCheck domain={domain} />
      {children}
      <p className="quiet small">{checked ? t('domains.checked', { date: checked }) : t('domains.not-checked')}</p>
      {canChange ? <DomainForms domain={domain} /> : null}
    </section>
  )
}

/** The DNS response of the latest check, unless the state already says it. */
function LatestCheck({ domain: { state, checked, silentSince } }: { readonly domain: ShownDomain }) {
  const t = useText()
  const isVerified = state === 'verified' || state === 'missing'
  if (silentSince)
    return (
      <p className="notice">{isVerified ? t('domains.silent', { date: silentSince }) : t('domains.silent-waiting')}</p>
    )
  return checked && !isVerified ? <p className="notice">{t('domains.not-found')}</p> : null
}

/** The owners' actions for a domain, as plain forms. */
function DomainForms({ domain: { host, state, isPrimary } }: { readonly domain: ShownDomain }) {
  const t = useText()
  const name = <span className="visually-hidden"> {host}</span>
  return (
    <>
      <form method="post" className="own-charity-row">
        <button className="button button-quiet" name="check" value={host}>
          {t('domains.check')}
          {name}
        </button>
        {state === 'verified' && !isPrimary ? (
          <button className="button button-primary" name="choose" value={host}>
            {t('domains.choose')}
            {name}
          </button>
        ) : null}
        {isPrimary ? (
          <button className="button button-quiet" name="unchoose" value={host}>
            {t('domains.unchoose')}
            {name}
          </button>
        ) : null}
      </form>
      <form method="post">
        <details>
          <summary>
            {t('domains.remove')}
            {name}
          </summary>
          <div className="stack">
            <p>{t('domains.remove-text')}</p>
            <p>
              <button className="button button-danger" name="remove" value={host}>
                {t('domains.remove-confirm')}
                {name}
              </button>
            </p>
          </div>
        </details>
      </form>
    </>
  )
}
