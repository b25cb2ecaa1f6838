import type { KillSwitchView } from '#modules/recurring/subscriptions/contract-kill-switch.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { Json } from '#shared/wire/json.ts'

/** Formats an instant to the minute in UTC, so that staff in all time zones read the same time. */
const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} dir="ltr">
    {minuteOf(at)}
  </time>
)

const rows = ['dueAtLeast', 'limit', 'dueSince', 'ours', 'database', 'charges', 'newest', 'since', 'note'] as const
const instants: readonly string[] = ['dueSince', 'ours', 'database', 'since']

/** The kill switch's state: whether charging is active and, if stopped, why, with the measurements. */
export function KillSwitchState({ killSwitch }: { readonly killSwitch: Json<KillSwitchView> }) {
  const t = useText()
  if (!killSwitch.isOn || !killSwitch.reason || !killSwitch.setAt)
    return (
      <section className="notice stack" aria-labelledby="switch">
        <h2 id="switch">{t('kill-switch.off')}</h2>
      </section>
    )
  const seen = rows.flatMap((name) =>
    killSwitch.details[name] === undefined ? [] : [{ name, value: String(killSwitch.details[name]) }],
  )
  return (
    <section className="notice notice-problem stack" aria-labelledby="switch">
      <h2 id="switch">{t('kill-switch.on')}</h2>
      <p>
        {t(`kill-switch.why-${killSwitch.reason}`)}{' '}
        {t('kill-switch.since', { when: `\u2068${minuteOf(killSwitch.setAt)}\u2069` })}
      </p>
      <dl className="desk-facts">
        {seen.map(({ name, value }) => (
          <div key={name}>
            <dt>{t(`kill-switch.fact-${name}` as MessageKey)}</dt>
            <dd>{instants.includes(name) ? <When at={value} /> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns a formatter for the numbers of donations and plans. */
export function useCountText(): (input: Json<KillSwitchView>['waiting']) => {
  readonly donations: string
  readonly plans: string
} {
  const t = useText()
  return ({ donations, plans }) => ({
    donations: t('kill-switch.donations', { count: donations }),
    plans: t('kill-switch.plans', { count: plans }),
  })
}

/** Due but unclaimed donations: how many will be charged when charging resumes, and how many are too late. */
export function WaitingDonations({ waiting }: { readonly waiting: Json<KillSwitchView>['waiting'] }) {
  const t = useText()
  const howMany = useCountText()
  return (
    <section className="stack" aria-labelledby="waiting">
      <h2 id="waiting">{t('kill-switch.waiting')}</h2>
      {waiting.since ? (
        <>
          <p className="strong">{t('kill-switch.donations-of', howMany(waiting))}</p>
          <dl className="desk-facts">
            {waiting.amounts
              .filter(({ donations }) => donations > 0)
              .map(({ currency, donations, amount }) => (
                <div key={currency}>
                  <dt>
                    <bdi>{currency}</bdi> · {t('kill-switch.donations', { count: donations })}
                  </dt>
                  <dd className="strong">
                    <Amount minor={amount} currency={currency} fractions="always" />
                  </dd>
                </div>
              ))}
            <div>
              <dt>{t('kill-switch.oldest')}</dt>
              <dd>
                <When at={waiting.since} />
              </dd>
            </div>
            {waiting.late > 0 ? (
              <div>
                <dt>{t('kill-switch.late')}</dt>
                <dd>{t('kill-switch.donations', { count: waiting.late })}</dd>
              </div>
            ) : null}
          </dl>
          {waiting.late > 0 ? <p className="quiet small">{t('kill-switch.late-text')}</p> : null}
          {waiting.hasMore ? <p className="small">{t('kill-switch.more')}</p> : null}
        </>
      ) : (
        <p className="quiet">{t('kill-switch.waiting-none')}</p>
      )}
    </section>
  )
}

/** The history: who or which check stopped charging, who resumed it, why, and the result. */
export function KillSwitchHistory({ history }: { readonly history: Json<KillSwitchView>['history'] }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t('kill-switch.history')}</h2>
      {history.length === 0 ? <p className="quiet">{t('kill-switch.history-none')}</p> : null}
      <ul className="desk-timeline">
        {history.map((item) => (
          <li key={item.at + item.act}>
            <p>
              {t(`kill-switch.act-${item.act}`, {
                name: `\u2068${item.by ?? t(item.act === 'set' && item.reason !== 'person' ? 'kill-switch.by-check' : 'kill-switch.by-system')}\u2069`,
              })}{' '}
              <span className="quiet small">
                <When at={item.at} />
              </span>
            </p>
            {item.reason !== 'person' ? <p className="small">{t(`kill-switch.why-${item.reason}`)}</p> : null}
            {item.note ? (
              <p className="small">
                <bdi>{item.note}</bdi>
              </p>
            ) : null}
            {item.imported > 0 ? <p className="small">{t('kill-switch.imported', { count: item.imported })}</p> : null}
            {item.unmatched.length > 0 ? (
              <p className="small">
                {t('kill-switch.unmatched', { charges: `\u2068${item.unmatched.join(' ')}\u2069` })}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
