import { data } from 'react-router'
import { type ShownSignOff, ZakatResultView } from '#web/features/faith/zakat/calculator/zakat-result.tsx'
import { ConfirmDetails } from '#web/features/faith/zakat/tracker/confirm-details.tsx'
import { OffsiteList, OnlineList } from '#web/features/faith/zakat/tracker/payment-lists.tsx'
import { withDay } from '#web/features/faith/zakat/tracker/shown-day.ts'
import { toZakatResult } from '#web/features/faith/zakat/tracker/stored-result.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForm } from '#web/kit/submit-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import '#web/features/faith/zakat/zakat.css'
import '#web/features/faith/zakat/zakat-account.css'
import type { Route } from './+types/year'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'faith/zakat-account',
  'faith/zakat-calculator',
  'faith/zakat-short',
  'faith/faults',
]

const listed = 100

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, viewer, locale, params }) => {
    const [{ years }, saved] = await Promise.all([
      api('GET /v4/zakat/years', {}),
      api('GET /v4/zakat/profiles/:id', { id: params.profileId.slice(0, 64) }),
    ])
    const year = years.find(({ profile }) => profile.id === saved.profile.id)
    if (!year) throw data(null, { status: 404 })
    const { profile } = year
    const filter = { StartDate: profile.zakatStartDate, EndDate: profile.zakatAnniversary, Currency: profile.code }
    const [online, offsite, { ruleSets }] = await Promise.all([
      api('POST /api/user/loadZakatEligibleDonations', { ...filter, limit: listed }),
      api('POST /api/zakat/getOffLineDonations', { id: viewer.id, filter, limit: listed }),
      api('GET /v4/zakat/rule-sets', {}),
    ])
    const signOff: ShownSignOff = ruleSets.find(({ id }) => id === profile.ruleSetId)?.signOff ?? null
    return {
      year,
      online: { total: online.total, items: online.items.map((item) => withDay(item, locale)) },
      offsite: { total: offsite.total, items: offsite.offlineDonations.map((item) => withDay(item, locale)) },
      result: toZakatResult(saved.result),
      signOff,
    }
  })

/** Deletes the year with all its revisions. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, {}, async (_, { api }) => {
    await api('DELETE /v4/zakat/profiles/:id', { id: args.params.profileId.slice(0, 64) })
    return '/account/zakat?done=year-deleted'
  })

/** One zakat year: amounts due and given, payments, calculation, statement, and deletion. */
export default function ZakatYear({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { year, online, offsite, result, signOff } = loaderData
  const { profile } = year
  const title = t('zakat-account.hijri-year', { year: profile.period })
  return (
    <>
      <title>{`${title} · ${t('zakat-account.title')}`}</title>
      <div className="stack">
        <p>
          <a className="tap-link" href="/account/zakat">
            {t('zakat-account.back')}
          </a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">
          {t('zakat-account.year-from-to', { from: profile.startDate.text, to: profile.anniversary.text })}
        </p>
      </div>
      <FormResult sent={actionData} forms={[]} first="delete" />
      <YearFigures year={year} />
      <p>
        <a className="button button-quiet" href={`/v4/zakat/profiles/${profile.id}/statement`}>
          {t('zakat-account.statement')}
        </a>
      </p>
      <section className="stack" aria-labelledby="elsewhere">
        <h2 id="elsewhere">{t('zakat-account.elsewhere')}</h2>
        {offsite.items.length > 0 ? (
          <OffsiteList entries={offsite.items} currency={profile.code} />
        ) : (
          <p>{t('zakat-account.elsewhere-none')}</p>
        )}
      </section>
      <section className="stack" aria-labelledby="here">
        <h2 id="here">{t('zakat-account.here')}</h2>
        {online.items.length > 0 ? (
          <OnlineList donations={online.items} currency={profile.code} />
        ) : (
          <p>{t('zakat-account.here-none')}</p>
        )}
      </section>
      <section className="stack" aria-labelledby="answers">
        <h2 id="answers">{t('zakat-account.year-answers')}</h2>
        <p className="quiet">{t('zakat-account.year-answers-lead')}</p>
        <div className="card card-in">
          <ZakatResultView result={result} signOff={signOff} canGive={false} />
        </div>
      </section>
      <div id="delete">
        <ConfirmDetails
          summary={t('zakat-account.year-delete')}
          text={t('zakat-account.year-delete-text')}
          act="delete"
          button={t('zakat-account.year-delete-confirm')}
        />
      </div>
    </>
  )
}

function YearFigures({
  year: { profile, online, offsite, remaining, overpaid },
}: {
  readonly year: Route.ComponentProps['loaderData']['year']
}) {
  const t = useText()
  const rows = [
    ['zakat-account.due', profile.zakatDue],
    ['zakat-account.online', online.total],
    ['zakat-account.offsite', offsite.total],
    ['zakat-account.remaining', remaining],
    ...(overpaid !== null && overpaid !== '0' ? [['zakat-account.overpaid', overpaid] as const] : []),
  ] as const
  return (
    <dl className="lines card card-in">
      {rows.flatMap(([label, amount]) => [
        <dt key={label}>{t(label)}</dt>,
        <dd key={`${label}-amount`}>
          <Amount minor={BigInt(amount)} currency={profile.code} fractions="always" />
        </dd>,
      ])}
    </dl>
  )
}
